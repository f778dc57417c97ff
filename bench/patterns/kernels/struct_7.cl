// SPDX-License-Identifier: Apache-2.0
// Structures of seven floats.
typedef struct {
    float a[3], b[3], c;
} item;
kernel void
struct_7(global item *items, float t)
{
    int i = get_global_id(0);

    items[i].c += t * (items[i].a[0] + items[i].a[1] + items[i].a[2] + items[i].b[0] + items[i].b[1] + items[i].b[2]);
    items[i].a[1] *= 0.5f;
}
