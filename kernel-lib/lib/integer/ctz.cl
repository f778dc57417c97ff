// SPDX-License-Identifier: Apache-2.0
// ctz(x): the number of trailing zeros; the width in bits for zero.
#include "weft_gentype.h"

#define DEFINE(T, U, bits)                                                                                             \
    T WEFT_INLINE ctz(T x)                                                                                             \
    {                                                                                                                  \
        return (T)__builtin_ctzg((U)x, bits);                                                                          \
    }                                                                                                                  \
    WEFT_UNARY(T, ctz, T)
DEFINE(char, uchar, 8)
DEFINE(uchar, uchar, 8)
DEFINE(short, ushort, 16)
DEFINE(ushort, ushort, 16)
DEFINE(int, uint, 32)
DEFINE(uint, uint, 32)
DEFINE(long, ulong, 64)
DEFINE(ulong, ulong, 64)
