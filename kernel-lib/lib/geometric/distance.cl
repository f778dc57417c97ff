// SPDX-License-Identifier: Apache-2.0
// distance(p, q) = length(p - q).
#include "weft_geometric.h"

#define DEFINE_N(n, T)                                                                                                 \
    T WEFT_INLINE distance(T##n p, T##n q)                                                                             \
    {                                                                                                                  \
        return length(p - q);                                                                                          \
    }
#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE distance(T p, T q)                                                                                   \
    {                                                                                                                  \
        return length(p - q);                                                                                          \
    }                                                                                                                  \
    WEFT_GEOMETRIC_WIDTHS(DEFINE_N, T)
WEFT_FLOAT_TYPES(DEFINE)
