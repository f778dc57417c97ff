// SPDX-License-Identifier: Apache-2.0
// An array of float4 with its components used one by one.
kernel void
struct_float4(global float4 *items, float t)
{
    int i = get_global_id(0);
    float4 p = items[i];

    p.w += t * (p.x + p.y + p.z);
    p.y *= 0.5f;
    items[i] = p;
}
