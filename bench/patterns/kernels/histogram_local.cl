// SPDX-License-Identifier: Apache-2.0
// 256 bins, counted by atomics in local memory, four bytes a work-item.
kernel void
histogram_local(global const uchar *in, global int *bins)
{
    local int counts[256];
    int l = get_local_id(0);

    counts[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 4; k++)
        atomic_inc(&counts[in[get_group_id(0) * 1024 + k * 256 + l]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[l], counts[l]);
}
