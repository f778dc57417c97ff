// SPDX-License-Identifier: Apache-2.0
// Triad, saxpy, sums of vectors and a sparse matrix times a vector.
#include "bench/suite/native/native.h"

void
native_triad(size_t n, float *restrict a, const float *restrict b, const float *restrict c, float s)
{
#pragma omp parallel for simd
    for (size_t i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}

void
native_saxpy(size_t n, float a, const float *restrict x, float *restrict y)
{
#pragma omp parallel for simd
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

void
native_read(size_t groups, size_t group, size_t width, const float *restrict x, float *restrict out)
{
#pragma omp parallel for
    for (size_t g = 0; g < groups; g++) {
        const size_t row = group * width;
        const float *from = x + g * NATIVE_READS * row;
        float sum[4096];

#pragma omp simd
        for (size_t k = 0; k < row; k++) {
            float total = 0;

            for (size_t i = 0; i < NATIVE_READS; i++)
                total += from[i * row + k];
            sum[k] = total;
        }
        for (size_t item = 0; item < group; item++) {
            float total = 0;

            for (size_t e = 0; e < width; e++)
                total += sum[item * width + e];
            out[g * group + item] = total;
        }
    }
}

void
native_spmv(int rows, const int *restrict row_start, const int *restrict column, const float *restrict value,
            const float *restrict x, float *restrict y)
{
#pragma omp parallel for
    for (int row = 0; row < rows; row++) {
        float sum = 0;

#pragma omp simd reduction(+ : sum)
        for (int k = row_start[row]; k < row_start[row + 1]; k++)
            sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}
