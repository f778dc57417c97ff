// SPDX-License-Identifier: Apache-2.0
// Bits of 64-bit words counted, and leading zeros.
kernel void
bit_count(global const ulong *in, global int *out)
{
    int i = get_global_id(0);

    out[i] = (int)popcount(in[i]) + 100 * (int)clz(in[i]) + 10000 * popcount((uchar)in[i]);
}
