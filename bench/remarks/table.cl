// SPDX-License-Identifier: Apache-2.0
// Remark of slow: kernel 'slow': one work-item at a time
// Bytes of a table are looked up lane after lane, with little to compute beside them, so packs would be no faster.
// Computing instead of looking up is done side by side.
constant uchar ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

kernel void slow(global const uint *in, global uint *out)
{
    uint v = in[get_global_id(0)], sum = 0;
    for (int k = 0; k < 32; k += 4)
        sum += ones[v >> k & 15];
    out[get_global_id(0)] = sum;
}
kernel void fast(global const uint *in, global uint *out)
{
    out[get_global_id(0)] = popcount(in[get_global_id(0)]);
}
