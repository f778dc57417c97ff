// SPDX-License-Identifier: Apache-2.0
// id(0) is the row; the range is larger than the plane.
kernel void
range_32x8_row(global const float *in, global float *out, int width, int height)
{
    int y = get_global_id(0), x = get_global_id(1);

    if (x < width && y < height)
        out[y * width + x] = 2.0f * in[y * width + x] + 1.0f;
}
