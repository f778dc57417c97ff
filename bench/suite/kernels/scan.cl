// SPDX-License-Identifier: Apache-2.0
// Inclusive sums: within groups (Hillis and Steele), then the groups' sums are added.
kernel void
scan_groups(global const int *in, global int *out, global int *sums, int n)
{
    local int tile[256];
    int i = get_global_id(0);
    int l = get_local_id(0);
    int size = get_local_size(0);

    tile[l] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int offset = 1; offset < size; offset *= 2) {
        int value = tile[l];

        if (l >= offset)
            value += tile[l - offset];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n)
        out[i] = tile[l];
    if (l == size - 1)
        sums[get_group_id(0)] = tile[l];
}

kernel void
scan_add(global int *out, global const int *sums, int n)
{
    int i = get_global_id(0);
    int group = get_group_id(0);

    if (group > 0 && i < n)
        out[i] += sums[group - 1];
}
