// SPDX-License-Identifier: Apache-2.0
// max(x, y) for integers; y may be a scalar.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE max(T x, T y)                                                                                        \
    {                                                                                                                  \
        return x < y ? y : x;                                                                                          \
    }                                                                                                                  \
    WEFT_BINARY(T, max, T, T)                                                                                          \
    WEFT_BINARY_VS(T, max, T, T)
WEFT_INTEGER_TYPES(DEFINE)
