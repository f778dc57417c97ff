// SPDX-License-Identifier: Apache-2.0
// step(edge, x): 0 below the edge, else 1; the edge may be a scalar.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE step(T edge, T x)                                                                                    \
    {                                                                                                                  \
        return x < edge ? (T)0 : (T)1;                                                                                 \
    }                                                                                                                  \
    WEFT_BINARY(T, step, T, T)                                                                                         \
    WEFT_BINARY_SV(T, step, T, T)
WEFT_FLOAT_TYPES(DEFINE)
