// SPDX-License-Identifier: Apache-2.0
// Each work-item marches through the planes and keeps the plane below in registers.
kernel void
stencil_3d_column(global const float *in, global float *out, int w, int h, int d)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
    float below = in[i], middle = in[i + w * h];

    if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
        return;
    for (int z = 1; z < d - 1; z++) {
        i += w * h;
        float above = in[i + w * h];
        out[i] = 0.4f * middle + 0.1f * (below + above + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
        below = middle;
        middle = above;
    }
}
