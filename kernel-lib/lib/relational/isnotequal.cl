// SPDX-License-Identifier: Apache-2.0
// isnotequal(x, y): 1 or 0 for scalars, -1 or 0 for vectors. True with a NaN.
#include "weft_gentype.h"

#define DEFINE_N(n, R, T)                                                                                              \
    R##n WEFT_INLINE isnotequal(T##n x, T##n y)                                                                        \
    {                                                                                                                  \
        return x != y;                                                                                                 \
    }
#define DEFINE(R, T)                                                                                                   \
    int WEFT_INLINE isnotequal(T x, T y)                                                                               \
    {                                                                                                                  \
        return x != y;                                                                                                 \
    }                                                                                                                  \
    WEFT_WIDTHS(DEFINE_N, R, T)
DEFINE(short, half)
DEFINE(int, float)
DEFINE(long, double)
