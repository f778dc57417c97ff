// SPDX-License-Identifier: Apache-2.0
// mad_hi(x, y, z): mul_hi(x, y) + z.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE mad_hi(T x, T y, T z)                                                                                \
    {                                                                                                                  \
        return (T)(mul_hi(x, y) + z);                                                                                  \
    }                                                                                                                  \
    WEFT_TERNARY(T, mad_hi, T, T, T)
WEFT_INTEGER_TYPES(DEFINE)
