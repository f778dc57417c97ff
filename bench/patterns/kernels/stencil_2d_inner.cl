// SPDX-License-Identifier: Apache-2.0
// Nine points without checks: the range is the inner part.
kernel void
stencil_2d_inner(global const float *in, global float *out, int width)
{
    int i = (get_global_id(1) + 1) * width + get_global_id(0) + 1;

    out[i] = 0.2f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]) +
             0.1f * (in[i - width - 1] + in[i - width + 1] + in[i + width - 1] + in[i + width + 1]);
}
