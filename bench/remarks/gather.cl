// SPDX-License-Identifier: Apache-2.0
// Remark of slow: gather: each work-item computes its own address
// Work-items that are neighbours have places in some other order, so each lane of a pack has a cache line of its own.
// Where neighbours have neighbours in memory, a pack has one wide access.
kernel void slow(global const float *in, global float *out)
{
    int i = get_global_id(0), place = (i ^ i << 10) & 0xfffff;
    out[place] = exp(in[place]);
}
kernel void fast(global const float *in, global float *out)
{
    int i = get_global_id(0);
    out[i] = exp(in[i]);
}
