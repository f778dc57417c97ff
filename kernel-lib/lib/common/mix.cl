// SPDX-License-Identifier: Apache-2.0
// mix(x, y, a) = x + (y - x) * a; a may be a scalar. Of halves as floats, where no difference overflows.
#include "weft_gentype.h"

#define DEFINE(T, W)                                                                                                   \
    T WEFT_INLINE mix(T x, T y, T a)                                                                                   \
    {                                                                                                                  \
        return (T)((W)x + ((W)y - (W)x) * (W)a);                                                                       \
    }                                                                                                                  \
    WEFT_TERNARY(T, mix, T, T, T)                                                                                      \
    WEFT_TERNARY_VVS(T, mix, T, T, T)
DEFINE(half, float)
DEFINE(float, float)
DEFINE(double, double)
