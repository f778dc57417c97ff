// SPDX-License-Identifier: Apache-2.0
// A filter of 32 taps along a signal.
kernel void
fir(global const float *in, global const float *tap, global float *out)
{
    int i = get_global_id(0);
    float sum = 0.0f;

    for (int k = 0; k < 32; k++)
        sum += in[i + k] * tap[k];
    out[i] = sum;
}
