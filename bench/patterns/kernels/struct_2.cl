// SPDX-License-Identifier: Apache-2.0
// Structures of two floats.
typedef struct {
    float x, y;
} item;
kernel void
struct_2(global item *items, float t)
{
    int i = get_global_id(0);

    items[i].y += t * items[i].x;
    items[i].y *= 0.5f;
}
