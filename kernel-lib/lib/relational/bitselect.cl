// SPDX-License-Identifier: Apache-2.0
// bitselect(x, y, mask): the bits of y where the mask is set, else those of x.
#include "weft_gentype.h"

#define DEFINE_N(n, T, U)                                                                                              \
    T##n WEFT_INLINE bitselect(T##n x, T##n y, T##n mask)                                                              \
    {                                                                                                                  \
        U##n m = __builtin_astype(mask, U##n);                                                                         \
        return __builtin_astype((__builtin_astype(x, U##n) & ~m) | (__builtin_astype(y, U##n) & m), T##n);             \
    }
#define DEFINE(T, U)                                                                                                   \
    T WEFT_INLINE bitselect(T x, T y, T mask)                                                                          \
    {                                                                                                                  \
        U m = __builtin_astype(mask, U);                                                                               \
        return __builtin_astype((U)((__builtin_astype(x, U) & ~m) | (__builtin_astype(y, U) & m)), T);                 \
    }                                                                                                                  \
    WEFT_WIDTHS(DEFINE_N, T, U)
DEFINE(char, uchar)
DEFINE(uchar, uchar)
DEFINE(short, ushort)
DEFINE(ushort, ushort)
DEFINE(int, uint)
DEFINE(uint, uint)
DEFINE(long, ulong)
DEFINE(ulong, ulong)
DEFINE(half, ushort)
DEFINE(float, uint)
DEFINE(double, ulong)
