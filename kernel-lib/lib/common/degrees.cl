// SPDX-License-Identifier: Apache-2.0
// degrees(radians): one rounding of the constant and one of the product; 2 ULP are allowed.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE degrees(T x)                                                                                         \
    {                                                                                                                  \
        return x * (T)57.295779513082320876798154814105;                                                               \
    }                                                                                                                  \
    WEFT_UNARY(T, degrees, T)
WEFT_FLOAT_TYPES(DEFINE)
