// SPDX-License-Identifier: Apache-2.0
// Remark of both: loop: runs until the last work-item of a pack is done
// The longest of a pack's loops counts for all its lanes. In an order that has work-items of like length next to each
// other, made once, packs are done sooner.
kernel void slow(global const uint *rounds, global const uint *order, global uint *out)
{
    uint i = get_global_id(0), v = i;
    for (uint k = 0; k < rounds[i]; k++)
        v = v * 1664525 + 1013904223;
    out[i] = v;
}
kernel void fast(global const uint *rounds, global const uint *order, global uint *out)
{
    uint i = order[get_global_id(0)], v = i;
    for (uint k = 0; k < rounds[i]; k++)
        v = v * 1664525 + 1013904223;
    out[i] = v;
}
