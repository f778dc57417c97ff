// SPDX-License-Identifier: Apache-2.0
// clamp(x, low, high) = fmin(fmax(x, low), high) for floating point: of a NaN it is low. The bounds may be scalars; where
// they are constants, fmax and fmin are one instruction each.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE clamp(T x, T low, T high)                                                                            \
    {                                                                                                                  \
        return fmin(fmax(x, low), high);                                                                               \
    }                                                                                                                  \
    WEFT_TERNARY(T, clamp, T, T, T)                                                                                    \
    WEFT_TERNARY_VSS(T, clamp, T, T, T)
WEFT_FLOAT_TYPES(DEFINE)
