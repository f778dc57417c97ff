// SPDX-License-Identifier: Apache-2.0
// A mean of 5x5 weighted by exp of distance and difference, clamped indexes.
kernel void
bilateral(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    float centre = in[y * width + x], sum = 0.0f, weights = 0.0f;

    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
            float v = in[clamp(y + j, 0, height - 1) * width + clamp(x + i, 0, width - 1)];
            float weight = exp(-0.1f * (i * i + j * j) - 8.0f * (v - centre) * (v - centre));
            sum += weight * v;
            weights += weight;
        }
    out[y * width + x] = sum / weights;
}
