// SPDX-License-Identifier: Apache-2.0
// Remark of fast: rows that work-items walk along: loaded by squares
// Each work-item walks along a row of its own. A loop that ends where its data says is packed with a gather in each
// round, or not at all. One whose number of rounds is known loads squares, a cache line for each lane at once.
kernel void slow(global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n && in[i * n + k] >= 0; k++)
        sum += in[i * n + k];
    out[i] = sum;
}
kernel void fast(global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    float sum = 0, least = 0;
    for (int k = 0; k < n; k++)
        sum += (least = min(least, in[i * n + k])) < 0 ? 0 : in[i * n + k];
    out[i] = sum;
}
