// SPDX-License-Identifier: Apache-2.0
// add_sat(x, y): x + y, saturated.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE add_sat(T x, T y)                                                                                    \
    {                                                                                                                  \
        return __builtin_elementwise_add_sat(x, y);                                                                    \
    }                                                                                                                  \
    WEFT_BINARY(T, add_sat, T, T)
WEFT_INTEGER_TYPES(DEFINE)
