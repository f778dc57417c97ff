// SPDX-License-Identifier: Apache-2.0
// Values of 256 channels, the channels of a pixel side by side, are centred and scaled by each channel's variance.
kernel void
batch_norm(global const float *in, global const float *mean, global const float *variance, global float *out)
{
    int i = get_global_id(0), channel = i & 255;

    out[i] = (in[i] - mean[channel]) * rsqrt(variance[channel] + 1e-5f);
}
