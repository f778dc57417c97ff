// SPDX-License-Identifier: Apache-2.0
// A filter of 5x5 in constant memory, over a padded image.
kernel void
conv_constant(global const float *in, constant float *filter, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;

    for (int j = 0; j < 5; j++)
        for (int i = 0; i < 5; i++)
            sum += in[(y + j) * (width + 4) + x + i] * filter[j * 5 + i];
    out[y * width + x] = sum;
}
