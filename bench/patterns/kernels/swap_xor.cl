// SPDX-License-Identifier: Apache-2.0
// Bytes of words turned round, by components and by shifts, and a stream of keys.
kernel void
swap_xor(global const uint *in, global uint *out, uint key)
{
    int i = get_global_id(0);
    uint x = as_uint(as_uchar4(in[i]).wzyx) ^ key * (uint)i;

    out[i] = (x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24) + x;
}
