// SPDX-License-Identifier: Apache-2.0
// A group sums a segment of any length.
kernel void
reduce_segmented(global const int *first, global const float *in, global float *out)
{
    local float s[64];
    int l = get_local_id(0), g = get_group_id(0);

    s[l] = 0.0f;
    for (int i = first[g] + l; i < first[g + 1]; i += 64)
        s[l] += in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = 32; half_size > 0; half_size >>= 1) {
        if (l < half_size)
            s[l] += s[l + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[g] = s[0];
}
