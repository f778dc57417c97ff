// SPDX-License-Identifier: Apache-2.0
// Bytes unpacked to their halves, as signed numbers.
kernel void
nibbles(global const uchar *in, global char *out)
{
    int i = get_global_id(0);

    out[2 * i] = (char)(in[i] & 15) - 8;
    out[2 * i + 1] = (char)(in[i] >> 4) - 8;
}
