// SPDX-License-Identifier: Apache-2.0
// rotate(x, y): bits shifted out on the left come in on the right; y counts modulo the width.
#include "weft_gentype.h"

#define DEFINE(T, U, bits)                                                                                             \
    T WEFT_INLINE rotate(T x, T y)                                                                                     \
    {                                                                                                                  \
        U left = (U)((U)y & (bits - 1));                                                                               \
        U right = (U)((0 - (U)y) & (bits - 1));                                                                        \
        return (T)(U)(((U)x << left) | ((U)x >> right));                                                               \
    }                                                                                                                  \
    WEFT_BINARY(T, rotate, T, T)
DEFINE(char, uchar, 8)
DEFINE(uchar, uchar, 8)
DEFINE(short, ushort, 16)
DEFINE(ushort, ushort, 16)
DEFINE(int, uint, 32)
DEFINE(uint, uint, 32)
DEFINE(long, ulong, 64)
DEFINE(ulong, ulong, 64)
