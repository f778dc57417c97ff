// SPDX-License-Identifier: Apache-2.0
// clz(x): the number of leading zeros; the width in bits for zero.
#include "weft_gentype.h"

#define DEFINE(T, U, bits)                                                                                             \
    T WEFT_INLINE clz(T x)                                                                                             \
    {                                                                                                                  \
        return (T)__builtin_clzg((U)x, bits);                                                                          \
    }                                                                                                                  \
    WEFT_UNARY(T, clz, T)
DEFINE(char, uchar, 8)
DEFINE(uchar, uchar, 8)
DEFINE(short, ushort, 16)
DEFINE(ushort, ushort, 16)
DEFINE(int, uint, 32)
DEFINE(uint, uint, 32)
DEFINE(long, ulong, 64)
DEFINE(ulong, ulong, 64)
