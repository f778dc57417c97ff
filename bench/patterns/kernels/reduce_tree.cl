// SPDX-License-Identifier: Apache-2.0
// A sum by a tree in local memory.
kernel void
reduce_tree(global const float *in, global float *out)
{
    local float s[256];
    int l = get_local_id(0);

    s[l] = in[get_global_id(0)];
    for (int half_size = 128; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < half_size)
            s[l] += s[l + half_size];
    }
    if (l == 0)
        out[get_group_id(0)] = s[0];
}
