// SPDX-License-Identifier: Apache-2.0
// Remark of both: gather: one wide access in packs whose addresses prove to be consecutive
// What starts again at the end is asked for at each access: are the lanes' places next to each other? A way without it
// for all but the last, which packs take as a whole, asks once.
kernel void slow(global const float *in, global float *out, int n)
{
    uint i = get_global_id(0);
    float sum = 0;
    for (uint k = 0; k < 9; k++)
        sum += in[(i + k) % n];
    out[i] = sum;
}
kernel void fast(global const float *in, global float *out, int n)
{
    uint i = get_global_id(0);
    float sum = 0;
    if (i + 9 <= n)
        for (uint k = 0; k < 9; k++)
            sum += in[i + k];
    else
        for (uint k = 0; k < 9; k++)
            sum += in[(i + k) % n];
    out[i] = sum;
}
