// SPDX-License-Identifier: Apache-2.0
// Structures of a byte, a short, an int and a float; which is changed depends on the byte.
typedef struct {
    uchar kind;
    short count;
    int id;
    float value;
} item;
kernel void
struct_mixed(global item *items)
{
    int i = get_global_id(0);

    if (items[i].kind & 1)
        items[i].value *= items[i].count;
    else
        items[i].id += items[i].count;
    items[i].kind++;
}
