// SPDX-License-Identifier: Apache-2.0
// isinf(x): 1 or 0 for scalars, -1 or 0 for vectors. On bits, so that no floating-point option folds it.
#include "weft_gentype.h"

#define DEFINE_N(n, T, I, magnitude, infinity, smallest)                                                               \
    I##n WEFT_INLINE isinf(T##n x)                                                                                     \
    {                                                                                                                  \
        return (__builtin_astype(x, I##n) & (I)magnitude) == (I)infinity;                                              \
    }
#define DEFINE(T, I, magnitude, infinity, smallest)                                                                    \
    int WEFT_INLINE isinf(T x)                                                                                         \
    {                                                                                                                  \
        return (__builtin_astype(x, I) & magnitude) == infinity;                                                       \
    }                                                                                                                  \
    WEFT_WIDTHS(DEFINE_N, T, I, magnitude, infinity, smallest)
DEFINE(half, short, 0x7fff, 0x7c00, 0x0400)
DEFINE(float, int, 0x7fffffff, 0x7f800000, 0x00800000)
DEFINE(double, long, 0x7fffffffffffffffL, 0x7ff0000000000000L, 0x0010000000000000L)
