// SPDX-License-Identifier: Apache-2.0
// Structures of five floats, of which each is read and written as a whole.
typedef struct {
    float a, b, c, d, e;
} item;
kernel void
struct_5(global item *items, float t)
{
    item p = items[get_global_id(0)];

    p.e += t * (p.a + p.b + p.c + p.d);
    p.b *= 0.5f;
    items[get_global_id(0)] = p;
}
