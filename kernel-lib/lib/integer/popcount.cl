// SPDX-License-Identifier: Apache-2.0
// popcount(x): the number of bits that are set.
#include "weft_gentype.h"

#define DEFINE(T, U)                                                                                                   \
    T WEFT_INLINE popcount(T x)                                                                                        \
    {                                                                                                                  \
        return (T)__builtin_popcountg((U)x);                                                                           \
    }                                                                                                                  \
    WEFT_UNARY(T, popcount, T)
DEFINE(char, uchar)
DEFINE(uchar, uchar)
DEFINE(short, ushort)
DEFINE(ushort, ushort)
DEFINE(int, uint)
DEFINE(uint, uint)
DEFINE(long, ulong)
DEFINE(ulong, ulong)
