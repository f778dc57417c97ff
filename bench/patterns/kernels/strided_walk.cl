// SPDX-License-Identifier: Apache-2.0
// A fixed number of work-items; each goes on by the size of the range.
kernel void
strided_walk(global const float *in, global float *out, int n)
{
    float sum = 0.0f;

    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    out[get_global_id(0)] = sum;
}
