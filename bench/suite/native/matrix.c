// SPDX-License-Identifier: Apache-2.0
// Matrix products and LU.
#include "bench/suite/native/native.h"

#include <string.h>

// Rows of B are walked in order, so that the innermost loop is consecutive.
void
native_matmul(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        memset(&c[(size_t)i * n], 0, (size_t)n * sizeof *c);
        for (int k = 0; k < n; k++) {
            float factor = a[i * n + k];

#pragma omp simd
            for (int j = 0; j < n; j++)
                c[i * n + j] += factor * b[k * n + j];
        }
    }
}

enum { TILE = 64 };

// The same in blocks of TILE x TILE, for the caches.
void
native_matmul_tiled(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma omp parallel for collapse(2)
    for (int i0 = 0; i0 < n; i0 += TILE)
        for (int j0 = 0; j0 < n; j0 += TILE) {
            int i1 = i0 + TILE < n ? i0 + TILE : n, j1 = j0 + TILE < n ? j0 + TILE : n;

            for (int i = i0; i < i1; i++)
                memset(&c[i * n + j0], 0, (size_t)(j1 - j0) * sizeof *c);
            for (int k0 = 0; k0 < n; k0 += TILE) {
                int k1 = k0 + TILE < n ? k0 + TILE : n;

                for (int i = i0; i < i1; i++)
                    for (int k = k0; k < k1; k++) {
                        float factor = a[i * n + k];

#pragma omp simd
                        for (int j = j0; j < j1; j++)
                            c[i * n + j] += factor * b[k * n + j];
                    }
            }
        }
}

void
native_lu(int n, float *a)
{
#pragma omp parallel
    for (int k = 0; k < n; k++) {
        const float *restrict pivot = &a[k * n];

#pragma omp for
        for (int i = k + 1; i < n; i++) {
            float *restrict row = &a[i * n];
            float factor = row[k] / pivot[k];

            row[k] = factor;
#pragma omp simd
            for (int j = k + 1; j < n; j++)
                row[j] -= factor * pivot[j];
        }
    }
}
