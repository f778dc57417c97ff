// SPDX-License-Identifier: Apache-2.0
// Structures of four floats.
typedef struct {
    float x, y, z, w;
} item;
kernel void
struct_4(global item *items, float t)
{
    global item *p = &items[get_global_id(0)];

    p->w += t * (p->x + p->y + p->z);
    p->y *= 0.5f;
}
