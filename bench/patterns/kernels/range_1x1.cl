// SPDX-License-Identifier: Apache-2.0
// Groups of one work-item, each with a loop over 64 elements.
kernel void
range_1x1(global const float *in, global float *out)
{
    int first = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * 64;

    for (int k = 0; k < 64; k++)
        out[first + k] = 2.0f * in[first + k] + 1.0f;
}
