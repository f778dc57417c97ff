// SPDX-License-Identifier: Apache-2.0
// dot(p, q): the sum of the products in order; of halves as floats, where no product overflows; of bytes as ints.
#include "weft_dot.h"
#include "weft_geometric.h"

#define PRODUCT(i, W) (W) p.s##i *(W)q.s##i
#define DEFINE_N(n, T, W)                                                                                              \
    T WEFT_INLINE dot(T##n p, T##n q)                                                                                  \
    {                                                                                                                  \
        return (T)(WEFT_SUM_##n(PRODUCT, W));                                                                          \
    }
#define DEFINE(T, W)                                                                                                   \
    T WEFT_INLINE dot(T p, T q)                                                                                        \
    {                                                                                                                  \
        return p * q;                                                                                                  \
    }                                                                                                                  \
    WEFT_GEOMETRIC_WIDTHS(DEFINE_N, T, W)
DEFINE(half, float)
DEFINE(float, float)
DEFINE(double, double)

#define DEFINE_BYTES(R, A, B, name)                                                                                    \
    R WEFT_INLINE dot(A p, B q)                                                                                        \
    {                                                                                                                  \
        return (R)(WEFT_SUM_4(PRODUCT, R));                                                                            \
    }
WEFT_DOT_TYPES(DEFINE_BYTES)
