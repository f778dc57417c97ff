// SPDX-License-Identifier: Apache-2.0
// native_ functions and chains of mad.
kernel void
native_mad(global const float *in, global float *out)
{
    int i = get_global_id(0);
    float x = in[i], sum = native_exp(x) + native_log(x) + native_sin(x) + native_sqrt(x) + native_recip(x);

    for (int k = 0; k < 16; k++)
        sum = mad(sum, 0.5f, x);
    out[i] = sum;
}
