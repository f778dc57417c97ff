// SPDX-License-Identifier: Apache-2.0
// The geometric functions over arrays, with vectors of each width they have.
#include "widths.h"

// cross has two widths.
#define CROSS_1(T)
#define CROSS_2(T)
#define CROSS_3(T) OVER(cross, 3, T, cross(X(3), Y(3)))
#define CROSS_4(T) OVER(cross, 4, T, cross(X(4), Y(4)))

// One number for each vector.
#define REDUCED(name, n, T, call)                                                                                      \
    void name##_##n##_##T(global const T *x, global const T *y, global const T *z, global T *out, ulong count)         \
    {                                                                                                                  \
        for (ulong i = 0; i < count / n; i++)                                                                          \
            out[i] = call;                                                                                             \
    }

#define FUNCTIONS(n, T)                                                                                                \
    REDUCED(dot, n, T, dot(X(n), Y(n)))                                                                                \
    REDUCED(distance, n, T, distance(X(n), Y(n)))                                                                      \
    REDUCED(length, n, T, length(X(n)))                                                                                \
    OVER(normalize, n, T, normalize(X(n)))                                                                             \
    CROSS_##n(T)
#define FAST(n)                                                                                                        \
    REDUCED(fast_distance, n, float, fast_distance(X(n), Y(n)))                                                        \
    REDUCED(fast_length, n, float, fast_length(X(n)))                                                                  \
    OVER(fast_normalize, n, float, fast_normalize(X(n)))
#define WIDTHS(T) FUNCTIONS(1, T) FUNCTIONS(2, T) FUNCTIONS(3, T) FUNCTIONS(4, T)
WIDTHS(half)
WIDTHS(float)
WIDTHS(double)
FAST(1)
FAST(2)
FAST(3)
FAST(4)
