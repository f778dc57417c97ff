// SPDX-License-Identifier: Apache-2.0
// float4 and int8 with components in other orders.
kernel void
vector_swizzle(global const float4 *in, global const int8 *in8, global float4 *out, global int8 *out8)
{
    int i = get_global_id(0);
    float4 v = in[i];
    int8 m = in8[i];

    v.xz += v.yw;
    out[i] = 2.0f * v.wzyx + (float4)(v.lo, v.even).s0213;
    m.s0246 = m.s1357 - m.hi;
    out8[i] = 3 * m.s76543210 + (int8)(m.odd, m.lo);
}
