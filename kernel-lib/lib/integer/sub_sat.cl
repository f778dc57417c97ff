// SPDX-License-Identifier: Apache-2.0
// sub_sat(x, y): x - y, saturated.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE sub_sat(T x, T y)                                                                                    \
    {                                                                                                                  \
        return __builtin_elementwise_sub_sat(x, y);                                                                    \
    }                                                                                                                  \
    WEFT_BINARY(T, sub_sat, T, T)
WEFT_INTEGER_TYPES(DEFINE)
