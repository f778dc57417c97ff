// SPDX-License-Identifier: Apache-2.0
// Sorting, searching and clustering.
#include "bench/suite/native/native.h"

#include <float.h>

void
native_bitonic(int n, int *data)
{
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
#pragma omp parallel for
            for (int i = 0; i < n; i++) {
                int partner = i ^ j;

                if (partner > i) {
                    int a = data[i], b = data[partner];

                    if ((i & k) == 0 ? a > b : a < b) {
                        data[i] = b;
                        data[partner] = a;
                    }
                }
            }
        }
}

void
native_strsearch(size_t n, const char *restrict text, const char *restrict pattern, int length, uint8_t *restrict found)
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        int k = 0;

        while (k < length && text[i + (size_t)k] == pattern[k])
            k++;
        found[i] = k == length;
    }
}

void
native_kmeans(int points, int clusters, int features, const float *restrict feature, const float *restrict centre,
              int *restrict membership)
{
#pragma omp parallel for simd
    for (int point = 0; point < points; point++) {
        int index = 0;
        float best = FLT_MAX;

        for (int c = 0; c < clusters; c++) {
            float distance = 0;

            for (int f = 0; f < features; f++) {
                float d = feature[f * points + point] - centre[c * features + f];

                distance += d * d;
            }
            index = distance < best ? c : index;
            best = distance < best ? distance : best;
        }
        membership[point] = index;
    }
}
