// SPDX-License-Identifier: Apache-2.0
// Bytes of a word looked up in constant memory, eight rounds.
kernel void
table_constant(global const uint *in, constant uchar *s, global uint *out)
{
    int i = get_global_id(0);
    uint x = in[i];

    for (uint round = 0; round < 8; round++) {
        x = s[x & 255] | s[x >> 8 & 255] << 8 | s[x >> 16 & 255] << 16 | (uint)s[x >> 24] << 24;
        x = rotate(x, 9u) ^ round;
    }
    out[i] = x;
}
