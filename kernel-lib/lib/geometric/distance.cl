// SPDX-License-Identifier: Apache-2.0
// distance(p, q) = length(p - q); halves are subtracted as floats, where nothing overflows.
#include "weft_geometric.h"

#define DEFINE_N(n, T, W)                                                                                              \
    T WEFT_INLINE distance(T##n p, T##n q)                                                                             \
    {                                                                                                                  \
        return (T)length(__builtin_convertvector(p, W##n) - __builtin_convertvector(q, W##n));                         \
    }
#define DEFINE(T, W)                                                                                                   \
    T WEFT_INLINE distance(T p, T q)                                                                                   \
    {                                                                                                                  \
        return (T)length((W)p - (W)q);                                                                                 \
    }                                                                                                                  \
    WEFT_GEOMETRIC_WIDTHS(DEFINE_N, T, W)
DEFINE(half, float)
DEFINE(float, float)
DEFINE(double, double)
