// SPDX-License-Identifier: Apache-2.0
// Stencils in two and three dimensions.
#include "bench/suite/native/native.h"

void
native_stencil2d(const float *restrict in, float *restrict out, int width, int height)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++) {
        const float *row = &in[y * width];

        if (y == 0 || y == height - 1) {
            for (int x = 0; x < width; x++)
                out[y * width + x] = row[x];
            continue;
        }
        out[y * width] = row[0];
#pragma omp simd
        for (int x = 1; x < width - 1; x++)
            out[y * width + x] = 0.5f * row[x] + 0.125f * (row[x - 1] + row[x + 1] + row[x - width] + row[x + width]);
        out[y * width + width - 1] = row[width - 1];
    }
}

void
native_stencil3d(const float *restrict in, float *restrict out, int nx, int ny, int nz, float c0, float c1)
{
#pragma omp parallel for
    for (int z = 1; z < nz - 1; z++)
        for (int y = 1; y < ny - 1; y++) {
            const float *row = &in[(z * ny + y) * nx];
            float *to = &out[(z * ny + y) * nx];

#pragma omp simd
            for (int x = 1; x < nx - 1; x++)
                to[x] = c0 * row[x] + c1 * (row[x - 1] + row[x + 1] + row[x - nx] + row[x + nx] + row[x - nx * ny] +
                                            row[x + nx * ny]);
        }
}
