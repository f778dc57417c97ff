// SPDX-License-Identifier: Apache-2.0
// Remark of slow: scatter: each work-item computes its own address
// Work-items that are neighbours store to places in some other order, so each lane of a pack has a cache line of its own.
// Where neighbours compute what lies side by side, a pack has one wide store.
kernel void slow(global const float *in, global float *out)
{
    int i = get_global_id(0), place = (i ^ i << 10) & 0xfffff;
    out[place] = in[0] * place;
}
kernel void fast(global const float *in, global float *out)
{
    int i = get_global_id(0);
    out[i] = in[0] * i;
}
