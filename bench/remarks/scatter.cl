// SPDX-License-Identifier: Apache-2.0
// Remark of slow up to x86-64-v3: scatter: each work-item computes its own address
// Each work-item writes a row of its own, so the lanes of a pack store far apart. A group that writes row after row
// together stores what is side by side.
kernel void slow(global const float *in, global float *out, int n)
{
    size_t i = get_global_id(0);
    for (int k = 0; k < n; k++)
        out[i * n + k] = in[i] * k;
}
kernel void fast(global const float *in, global float *out, int n)
{
    size_t l = get_local_id(0), first = get_group_id(0) * n; // groups of n work-items
    for (int k = 0; k < n; k++)
        out[(first + k) * n + l] = in[first + k] * l;
}
