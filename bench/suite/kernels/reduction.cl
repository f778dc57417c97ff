// SPDX-License-Identifier: Apache-2.0
// Sums of groups by a tree in local memory.
kernel void
reduction(global const float *in, global float *out, int n)
{
    local float tile[256];
    int i = get_global_id(0);
    int l = get_local_id(0);

    tile[l] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s)
            tile[l] += tile[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = tile[0];
}
