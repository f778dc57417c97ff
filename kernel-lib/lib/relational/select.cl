// SPDX-License-Identifier: Apache-2.0
// select(x, y, c): y where c is true, else x; a vector asks for the most significant bit of each component.
#include "weft_gentype.h"

#define DEFINE_N(n, T, C)                                                                                              \
    T##n WEFT_INLINE select(T##n x, T##n y, C##n c)                                                                    \
    {                                                                                                                  \
        return c ? y : x;                                                                                              \
    }
#define DEFINE(T, C)                                                                                                   \
    T WEFT_INLINE select(T x, T y, C c)                                                                                \
    {                                                                                                                  \
        return c ? y : x;                                                                                              \
    }                                                                                                                  \
    WEFT_WIDTHS(DEFINE_N, T, C)
DEFINE(char, char)
DEFINE(char, uchar)
DEFINE(uchar, char)
DEFINE(uchar, uchar)
DEFINE(short, short)
DEFINE(short, ushort)
DEFINE(ushort, short)
DEFINE(ushort, ushort)
DEFINE(int, int)
DEFINE(int, uint)
DEFINE(uint, int)
DEFINE(uint, uint)
DEFINE(long, long)
DEFINE(long, ulong)
DEFINE(ulong, long)
DEFINE(ulong, ulong)
DEFINE(half, short)
DEFINE(half, ushort)
DEFINE(float, int)
DEFINE(float, uint)
DEFINE(double, long)
DEFINE(double, ulong)
