// SPDX-License-Identifier: Apache-2.0
// dot(p, q): the sum of the products in order.
#include "weft_geometric.h"

#define PRODUCT(i, ...) p.s##i *q.s##i
#define DEFINE_N(n, T)                                                                                                 \
    T WEFT_INLINE dot(T##n p, T##n q)                                                                                  \
    {                                                                                                                  \
        return WEFT_SUM_##n(PRODUCT, );                                                                                \
    }
#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE dot(T p, T q)                                                                                        \
    {                                                                                                                  \
        return p * q;                                                                                                  \
    }                                                                                                                  \
    WEFT_GEOMETRIC_WIDTHS(DEFINE_N, T)
WEFT_FLOAT_TYPES(DEFINE)
