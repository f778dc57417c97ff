// SPDX-License-Identifier: Apache-2.0
// A pass of Stockham's radix-4 transform; the roots come from a table.
float2
product(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// p: the length of the transforms already done.
kernel void
fft4(global const float2 *in, global float2 *out, global const float2 *root, int p)
{
    int quarter = get_global_size(0);
    int i = get_global_id(0);
    int k = i & (p - 1);
    int step = quarter / p;
    int j = ((i - k) << 2) + k;
    float2 a = in[i];
    float2 b = product(in[i + quarter], root[k * step]);
    float2 c = product(in[i + 2 * quarter], root[2 * k * step]);
    float2 d = product(in[i + 3 * quarter], root[3 * k * step]);
    float2 ac = a + c, bd = b + d, a_c = a - c, b_d = b - d;
    float2 turned = (float2)(b_d.y, -b_d.x);

    out[j] = ac + bd;
    out[j + p] = a_c + turned;
    out[j + 2 * p] = ac - bd;
    out[j + 3 * p] = a_c - turned;
}
