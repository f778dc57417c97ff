// SPDX-License-Identifier: Apache-2.0
// Remark of slow: kernel 'slow': one work-item at a time
// Words of a table are looked up lane after lane, with little to compute beside them, so packs would be no faster.
// A table of bytes is in registers, in which all lanes look up at once.
constant ushort words[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
constant uchar bytes[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

kernel void slow(global const uint *in, global uint *out)
{
    uint v = in[get_global_id(0)], sum = 0;
    for (int k = 0; k < 32; k += 4)
        sum += words[v >> k & 15];
    out[get_global_id(0)] = sum;
}
kernel void fast(global const uint *in, global uint *out)
{
    uint v = in[get_global_id(0)], sum = 0;
    for (int k = 0; k < 32; k += 4)
        sum += bytes[v >> k & 15];
    out[get_global_id(0)] = sum;
}
