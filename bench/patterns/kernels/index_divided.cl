// SPDX-License-Identifier: Apache-2.0
// Row and column by division of a one-dimensional id: each row mirrored.
kernel void
index_divided(global const float *in, global float *out, int width)
{
    int id = get_global_id(0);
    int x = id % width, y = id / width;

    out[y * width + x] = in[y * width + width - 1 - x];
}
