// SPDX-License-Identifier: Apache-2.0
// 256 bins, counted in local memory.
kernel void
histogram(global const uchar *in, global int *bins, int n)
{
    local int counts[256];
    int l = get_local_id(0);

    counts[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&counts[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[l], counts[l]);
}
