// SPDX-License-Identifier: Apache-2.0
// Remark of slow: gather: each work-item computes its own address
// Work-items that are neighbours are a row of the matrix apart, so each lane of a pack has a cache line of its own.
// Where neighbours have neighbours in memory, a pack has one wide access.
kernel void slow(global const float *in, global float *out)
{
    int i = get_global_id(0), x = i / 1024, y = i % 1024;
    out[y * 1024 + x] = 2 * in[y * 1024 + x];
}
kernel void fast(global const float *in, global float *out)
{
    int i = get_global_id(0), x = i % 1024, y = i / 1024;
    out[y * 1024 + x] = 2 * in[y * 1024 + x];
}
