// SPDX-License-Identifier: Apache-2.0
// radians(degrees): one rounding of the constant and one of the product; 2 ULP are allowed.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE radians(T x)                                                                                         \
    {                                                                                                                  \
        return x * (T)0.017453292519943295769236907684886;                                                             \
    }                                                                                                                  \
    WEFT_UNARY(T, radians, T)
WEFT_FLOAT_TYPES(DEFINE)
