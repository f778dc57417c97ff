// SPDX-License-Identifier: Apache-2.0
// mix(x, y, a) = x + (y - x) * a; a may be a scalar.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE mix(T x, T y, T a)                                                                                   \
    {                                                                                                                  \
        return x + (y - x) * a;                                                                                        \
    }                                                                                                                  \
    WEFT_TERNARY(T, mix, T, T, T)                                                                                      \
    WEFT_TERNARY_VVS(T, mix, T, T, T)
WEFT_FLOAT_TYPES(DEFINE)
