// SPDX-License-Identifier: Apache-2.0
// min(x, y) for floating point; y may be a scalar. With a NaN the result is up to the implementation.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE min(T x, T y)                                                                                        \
    {                                                                                                                  \
        return y < x ? y : x;                                                                                          \
    }                                                                                                                  \
    WEFT_BINARY(T, min, T, T)                                                                                          \
    WEFT_BINARY_VS(T, min, T, T)
WEFT_FLOAT_TYPES(DEFINE)
