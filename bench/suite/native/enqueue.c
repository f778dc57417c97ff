// SPDX-License-Identifier: Apache-2.0
// What kernels that enqueue kernels do, in C: calls.
#include "bench/suite/native/native.h"

#include <stdlib.h>
#include <string.h>

int
native_bfs(int nodes, const int *rows, const int *columns, int *level, int *scratch)
{
    int first = 0, end = 1;

    for (int i = 0; i < nodes; i++)
        level[i] = -1;
    level[0] = 0;
    scratch[0] = 0;
    for (; first < end; first++)
        for (int i = rows[scratch[first]]; i < rows[scratch[first] + 1]; i++)
            if (level[columns[i]] < 0) {
                level[columns[i]] = level[scratch[first]] + 1;
                scratch[end++] = columns[i];
            }
    return end;
}

int
native_quadtree(float *points, float *other, int first, int end, float x, float y, float half_size, int depth)
{
    int count[4] = {0, 0, 0, 0}, next[4], nodes = 1;

    if (end - first <= 32 || depth == 12) {
        if (depth & 1)
            memcpy(other + 2 * first, points + 2 * first, (size_t)(end - first) * 2 * sizeof(float));
        return nodes;
    }
    for (int i = first; i < end; i++)
        count[(points[2 * i] >= x) + (points[2 * i + 1] >= y) * 2]++;
    next[0] = first;
    for (int q = 1; q < 4; q++)
        next[q] = next[q - 1] + count[q - 1];
    for (int i = first; i < end; i++) {
        int to = next[(points[2 * i] >= x) + (points[2 * i + 1] >= y) * 2]++;

        other[2 * to] = points[2 * i];
        other[2 * to + 1] = points[2 * i + 1];
    }
    for (int q = 0; q < 4; q++) {
        float h = half_size / 2;

        if (count[q])
            nodes += native_quadtree(other, points, next[q] - count[q], next[q], x + (q & 1 ? h : -h),
                                     y + (q & 2 ? h : -h), h, depth + 1);
    }
    return nodes;
}

static int
compare(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

void
native_sort(int n, int *values)
{
    qsort(values, (size_t)n, sizeof(*values), compare);
}

void
native_subdivided(int *image, int size, int limit)
{
#pragma omp parallel for schedule(dynamic)
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            float re = (float)x * 3.0f / (float)size - 2.25f, im = (float)y * 3.0f / (float)size - 1.5f, a = 0, b = 0;
            int n = 0;

            while (n < limit && a * a + b * b < 4) {
                float c = a * a - b * b + re;

                b = 2 * a * b + im;
                a = c;
                n++;
            }
            image[y * size + x] = n;
        }
}
