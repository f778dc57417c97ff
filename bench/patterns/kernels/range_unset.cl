// SPDX-License-Identifier: Apache-2.0
// No group size given.
kernel void
range_unset(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);

    out[y * width + x] = 2.0f * in[y * width + x] + 1.0f;
}
