// SPDX-License-Identifier: Apache-2.0
// Most work-items return at once.
kernel void
early_return(global const float *in, global float *out)
{
    int i = get_global_id(0);
    float x = in[i];

    if (x < 0.75f)
        return;
    for (int k = 0; k < 32; k++)
        x = x * x - 0.5f;
    out[i] = x;
}
