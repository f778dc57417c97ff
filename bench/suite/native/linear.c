// SPDX-License-Identifier: Apache-2.0
// Triad, saxpy and a sparse matrix times a vector.
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
