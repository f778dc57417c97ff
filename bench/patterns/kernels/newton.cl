// SPDX-License-Identifier: Apache-2.0
// Square roots by Newton's steps from one, until they hardly change.
kernel void
newton(global const float *in, global float *out)
{
    int i = get_global_id(0);
    float a = in[i], x = 1.0f, before;

    do {
        before = x;
        x = 0.5f * (x + a / x);
    } while (fabs(x - before) > 1e-5f * x);
    out[i] = x;
}
