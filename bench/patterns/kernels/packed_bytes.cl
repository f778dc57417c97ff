// SPDX-License-Identifier: Apache-2.0
// Structures of five bytes, added up.
typedef struct {
    uchar a, b, c, d, e;
} item;
kernel void
packed_bytes(global const item *items, global int *out)
{
    int i = get_global_id(0);

    out[i] = items[i].a + 2 * items[i].b + 3 * items[i].c + 4 * items[i].d + 5 * items[i].e;
}
