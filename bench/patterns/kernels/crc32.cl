// SPDX-License-Identifier: Apache-2.0
// The CRC of 64 bytes each, by a table.
kernel void
crc32(global const uchar *in, global const uint *table, global uint *out)
{
    int id = get_global_id(0);
    uint crc = ~0u;

    for (int k = 0; k < 64; k++)
        crc = table[(crc ^ in[id * 64 + k]) & 255] ^ crc >> 8;
    out[id] = ~crc;
}
