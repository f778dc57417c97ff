// SPDX-License-Identifier: Apache-2.0
// mul24(x, y): the product of 24-bit numbers; what comes of wider ones is up to the implementation.
#include "weft_gentype.h"

#define DEFINE(T)                                                                                                      \
    T WEFT_INLINE mul24(T x, T y)                                                                                      \
    {                                                                                                                  \
        return (T)((uint)x * (uint)y);                                                                                 \
    }                                                                                                                  \
    WEFT_BINARY(T, mul24, T, T)
DEFINE(int)
DEFINE(uint)
