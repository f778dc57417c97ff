// SPDX-License-Identifier: Apache-2.0
// Remark of both: gather: one wide access in packs whose addresses prove to be consecutive
// What is clamped at the ends is asked for at each access: are the lanes' places next to each other? A way without it
// for all but the ends, which packs take as a whole, asks once.
kernel void slow(global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int k = -4; k <= 4; k++)
        sum += in[clamp(i + k, 0, n - 1)];
    out[i] = sum;
}
kernel void fast(global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    float sum = 0;
    if (i >= 4 && i < n - 4)
        for (int k = -4; k <= 4; k++)
            sum += in[i + k];
    else
        for (int k = -4; k <= 4; k++)
            sum += in[clamp(i + k, 0, n - 1)];
    out[i] = sum;
}
