// SPDX-License-Identifier: Apache-2.0
// The index from group and local ids, two dimensions of which one is flat.
kernel void
range_256x1(global const float *in, global float *out, int width)
{
    int x = get_group_id(0) * get_local_size(0) + get_local_id(0);
    int y = get_group_id(1) * get_local_size(1) + get_local_id(1);

    out[y * width + x] = 2.0f * in[y * width + x] + 1.0f;
}
