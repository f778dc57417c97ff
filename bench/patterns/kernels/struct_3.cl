// SPDX-License-Identifier: Apache-2.0
// Structures of three floats.
typedef struct {
    float x, y, z;
} item;
kernel void
struct_3(global item *items, float t)
{
    int i = get_global_id(0);

    items[i].z += t * (items[i].x + items[i].y);
    items[i].y *= 0.5f;
}
