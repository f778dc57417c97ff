// SPDX-License-Identifier: Apache-2.0
// A five-point Jacobi step.
kernel void
stencil2d(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    int i = y * width + x;

    if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
        out[i] = 0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
    else
        out[i] = in[i];
}
