// SPDX-License-Identifier: Apache-2.0
// A field updated in place from the differences of two others.
kernel void
fdtd(global const float *ex, global const float *ey, global float *hz, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * width + x;

    if (x < width - 1 && y < height - 1)
        hz[i] -= 0.7f * (ex[i + 1] - ex[i] + ey[i + width] - ey[i]);
}
