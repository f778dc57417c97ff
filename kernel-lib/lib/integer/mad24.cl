// SPDX-License-Identifier: Apache-2.0
// mad24(x, y, z): mul24(x, y) + z, modulo 2^32.
#include "weft_gentype.h"

#define DEFINE(T)                                                                                                      \
    T WEFT_INLINE mad24(T x, T y, T z)                                                                                 \
    {                                                                                                                  \
        return (T)((uint)x * (uint)y + (uint)z);                                                                       \
    }                                                                                                                  \
    WEFT_TERNARY(T, mad24, T, T, T)
DEFINE(int)
DEFINE(uint)
