// SPDX-License-Identifier: Apache-2.0
// Remark of slow: work-items side by side: each has 2097152 bytes of private variables
// The private arrays of all lanes are more than a thread's memory holds, and more than any cache. What is used at once
// needs no array.
kernel void slow(global const uint *in, global uint *out)
{
    uint seen[1 << 19], v = in[get_global_id(0)];
    for (uint k = 0; k < 1 << 19; k++)
        seen[k] = v = v * 1664525 + 1013904223;
    for (uint k = 0; k < 1 << 19; k++)
        v ^= seen[k] >> 16;
    out[get_global_id(0)] = v;
}
kernel void fast(global const uint *in, global uint *out)
{
    uint v = in[get_global_id(0)], all = 0;
    for (uint k = 0; k < 1 << 19; k++)
        all ^= (v = v * 1664525 + 1013904223) >> 16;
    out[get_global_id(0)] = v ^ all;
}
