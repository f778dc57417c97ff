// SPDX-License-Identifier: Apache-2.0
// clamp(x, low, high) for floating point; the bounds may be scalars.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE clamp(T x, T low, T high)                                                                            \
    {                                                                                                                  \
        return min(max(x, low), high);                                                                                 \
    }                                                                                                                  \
    WEFT_TERNARY(T, clamp, T, T, T)                                                                                    \
    WEFT_TERNARY_VSS(T, clamp, T, T, T)
WEFT_FLOAT_TYPES(DEFINE)
