// SPDX-License-Identifier: Apache-2.0
// exp, log and relatives.
kernel void
exp_log(global const float *in, global float *out)
{
    int i = get_global_id(0);
    float x = in[i];

    out[i] = log(1.0f + exp(x)) + exp2(0.5f * x) * log2(2.0f + x) + log1p(x) + tanh(x);
}
