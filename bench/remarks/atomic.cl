// SPDX-License-Identifier: Apache-2.0
// Remark of both: atomic or volatile: one work-item after the other
// An atomic operation in global memory for each work-item, lane after lane, and cores that take the same lines from
// each other. In local memory it is no more than an addition, and there is one in global memory for each of a group's
// sums.
kernel void slow(global const uchar *in, global uint *out)
{
    atomic_inc(&out[in[get_global_id(0)]]);
}
kernel void fast(global const uchar *in, global uint *out)
{
    local uint sums[256];
    sums[get_local_id(0)] = 0; // groups of 256 work-items
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&sums[in[get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[get_local_id(0)], sums[get_local_id(0)]);
}
