// SPDX-License-Identifier: Apache-2.0
// The common functions over arrays, with vectors of each width.
#include "widths.h"

#define FUNCTIONS(n, T)                                                                                                \
    OVER(clamp, n, T, clamp(X(n), Y(n), Z(n)))                                                                         \
    OVER(clamp_scalar, n, T, clamp(X(n), SCALAR(n, y), SCALAR(n, z)))                                                  \
    OVER(degrees, n, T, degrees(X(n)))                                                                                 \
    OVER(max, n, T, max(X(n), Y(n)))                                                                                   \
    OVER(max_scalar, n, T, max(X(n), SCALAR(n, y)))                                                                    \
    OVER(min, n, T, min(X(n), Y(n)))                                                                                   \
    OVER(min_scalar, n, T, min(X(n), SCALAR(n, y)))                                                                    \
    OVER(mix, n, T, mix(X(n), Y(n), Z(n)))                                                                             \
    OVER(mix_scalar, n, T, mix(X(n), Y(n), SCALAR(n, z)))                                                              \
    OVER(radians, n, T, radians(X(n)))                                                                                 \
    OVER(sign, n, T, sign(X(n)))                                                                                       \
    OVER(smoothstep, n, T, smoothstep(X(n), Y(n), Z(n)))                                                               \
    OVER(smoothstep_scalar, n, T, smoothstep(SCALAR(n, x), SCALAR(n, y), Z(n)))                                        \
    OVER(step, n, T, step(X(n), Y(n)))                                                                                 \
    OVER(step_scalar, n, T, step(SCALAR(n, x), Y(n)))
#define WIDTHS(T) FUNCTIONS(1, T) FUNCTIONS(2, T) FUNCTIONS(3, T) FUNCTIONS(4, T) FUNCTIONS(8, T) FUNCTIONS(16, T)
WIDTHS(half)
WIDTHS(float)
WIDTHS(double)
