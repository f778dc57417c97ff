// SPDX-License-Identifier: Apache-2.0
// Seven points inside, a copy at the edges.
kernel void
stencil_3d_edges(global const float *in, global float *out, int w, int h, int d)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), i = (z * h + y) * w + x;

    if (x > 0 && x < w - 1 && y > 0 && y < h - 1 && z > 0 && z < d - 1)
        out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] + in[i - w * h] + in[i + w * h]);
    else
        out[i] = in[i];
}
