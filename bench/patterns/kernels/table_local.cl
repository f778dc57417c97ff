// SPDX-License-Identifier: Apache-2.0
// Bytes of a word looked up in a copy of the table in local memory, eight rounds.
kernel void
table_local(global const uint *in, global const uchar *table, global uint *out)
{
    local uchar s[256];
    int i = get_global_id(0);
    uint x = in[i];

    s[get_local_id(0)] = table[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint round = 0; round < 8; round++) {
        x = s[x & 255] | s[x >> 8 & 255] << 8 | s[x >> 16 & 255] << 16 | (uint)s[x >> 24] << 24;
        x = rotate(x, 9u) ^ round;
    }
    out[i] = x;
}
