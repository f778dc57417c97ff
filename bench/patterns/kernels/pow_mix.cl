// SPDX-License-Identifier: Apache-2.0
// pow with small constants, pown, powr.
kernel void
pow_mix(global const float *x, global const float *y, global float *out)
{
    int i = get_global_id(0);

    out[i] = pow(x[i], 2.0f) + pow(x[i], 0.5f) + pown(x[i], 3) + powr(x[i], y[i]);
}
