// SPDX-License-Identifier: Apache-2.0
// A sum, running sums and a histogram.
#include "bench/suite/native/native.h"

#include <omp.h>

float
native_reduction(size_t n, const float *in)
{
    float sum = 0;

#pragma omp parallel for simd reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += in[i];
    return sum;
}

enum { THREADS = 256 };

// Each thread sums its part, then writes it from its own start.
void
native_scan(size_t n, const int *restrict in, int *restrict out)
{
    int sums[THREADS] = {0};

#pragma omp parallel num_threads(omp_get_max_threads() < THREADS ? omp_get_max_threads() : THREADS)
    {
        size_t thread = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        size_t begin = n * thread / threads, end = n * (thread + 1) / threads;
        int sum = 0;

#pragma omp simd reduction(+ : sum)
        for (size_t i = begin; i < end; i++)
            sum += in[i];
        sums[thread] = sum;
#pragma omp barrier
        sum = 0;
        for (size_t t = 0; t < thread; t++)
            sum += sums[t];
        for (size_t i = begin; i < end; i++) {
            sum += in[i];
            out[i] = sum;
        }
    }
}

void
native_histogram(size_t n, const uint8_t *in, int *bins)
{
#pragma omp parallel for reduction(+ : bins[ : 256])
    for (size_t i = 0; i < n; i++)
        bins[in[i]]++;
}
