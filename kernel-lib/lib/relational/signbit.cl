// SPDX-License-Identifier: Apache-2.0
// signbit(x): 1 or 0 for scalars, -1 or 0 for vectors.
#include "weft_gentype.h"

#define DEFINE_N(n, T, I, magnitude, infinity, smallest)                                                               \
    I##n WEFT_INLINE signbit(T##n x)                                                                                   \
    {                                                                                                                  \
        return __builtin_astype(x, I##n) < (I)0;                                                                       \
    }
#define DEFINE(T, I, magnitude, infinity, smallest)                                                                    \
    int WEFT_INLINE signbit(T x)                                                                                       \
    {                                                                                                                  \
        return __builtin_astype(x, I) < 0;                                                                             \
    }                                                                                                                  \
    WEFT_WIDTHS(DEFINE_N, T, I, magnitude, infinity, smallest)
DEFINE(half, short, 0x7fff, 0x7c00, 0x0400)
DEFINE(float, int, 0x7fffffff, 0x7f800000, 0x00800000)
DEFINE(double, long, 0x7fffffffffffffffL, 0x7ff0000000000000L, 0x0010000000000000L)
