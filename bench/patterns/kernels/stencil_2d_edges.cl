// SPDX-License-Identifier: Apache-2.0
// Five points, each neighbour behind a check of the edge.
kernel void
stencil_2d_edges(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
    float sum = 0.5f * in[i];

    if (x > 0)
        sum += 0.125f * in[i - 1];
    if (x < width - 1)
        sum += 0.125f * in[i + 1];
    if (y > 0)
        sum += 0.125f * in[i - width];
    if (y < height - 1)
        sum += 0.125f * in[i + width];
    out[i] = sum;
}
