// SPDX-License-Identifier: Apache-2.0
// id(0) is the column; the range is larger than the plane.
kernel void
range_8x32(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);

    if (x < width && y < height)
        out[y * width + x] = 2.0f * in[y * width + x] + 1.0f;
}
