// SPDX-License-Identifier: Apache-2.0
// A filter on four-channel pixels, and edges.
#include "bench/suite/native/native.h"

#include <math.h>

void
native_convolution(const uint8_t *restrict in, uint8_t *restrict out, const float *restrict weights, int width,
                   int height)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum[4] = {0};

            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++) {
                    int sx = native_clamp(x + dx, 0, width - 1), sy = native_clamp(y + dy, 0, height - 1);
                    float weight = weights[(dy + 2) * 5 + dx + 2];

                    for (int c = 0; c < 4; c++)
                        sum[c] += (float)in[4 * (sy * width + sx) + c] * weight;
                }
            for (int c = 0; c < 4; c++)
                out[4 * (y * width + x) + c] = (uint8_t)fminf(fmaxf(rintf(sum[c]), 0), 255);
        }
}

void
native_sobel(const uint8_t *restrict in, uint8_t *restrict out, int width, int height)
{
#pragma omp parallel for
    for (int y = 1; y < height - 1; y++) {
        const uint8_t *up = &in[(y - 1) * width], *row = up + width, *down = row + width;

#pragma omp simd
        for (int x = 1; x < width - 1; x++) {
            int gx = up[x + 1] + 2 * row[x + 1] + down[x + 1] - up[x - 1] - 2 * row[x - 1] - down[x - 1];
            int gy = down[x - 1] + 2 * down[x] + down[x + 1] - up[x - 1] - 2 * up[x] - up[x + 1];
            float length = sqrtf((float)(gx * gx + gy * gy));

            out[y * width + x] = (uint8_t)(length < 255 ? length : 255);
        }
    }
}
