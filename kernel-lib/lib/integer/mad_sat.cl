// SPDX-License-Identifier: Apache-2.0
// mad_sat(x, y, z): x * y + z, saturated once at the end.
#include "weft_gentype.h"

#define DEFINE(T, wide, low, high)                                                                                     \
    T WEFT_INLINE mad_sat(T x, T y, T z)                                                                               \
    {                                                                                                                  \
        return (T)clamp((wide)((wide)x * (wide)y + (wide)z), (wide)(low), (wide)(high));                               \
    }                                                                                                                  \
    WEFT_TERNARY(T, mad_sat, T, T, T)
DEFINE(char, int, CHAR_MIN, CHAR_MAX)
DEFINE(uchar, uint, 0, UCHAR_MAX)
DEFINE(short, long, SHRT_MIN, SHRT_MAX)
DEFINE(ushort, ulong, 0, USHRT_MAX)
DEFINE(int, long, INT_MIN, INT_MAX)
DEFINE(uint, ulong, 0, UINT_MAX)

ulong WEFT_INLINE
mad_sat(ulong x, ulong y, ulong z)
{
    return mul_hi(x, y) != 0 ? ULONG_MAX : add_sat(x * y, z);
}

// The sum in 128 bits: it fits when the upper half is only the lower half's sign.
long WEFT_INLINE
mad_sat(long x, long y, long z)
{
    ulong product = (ulong)x * (ulong)y;
    ulong low = product + (ulong)z;
    long high = mul_hi(x, y) + (z >> 63) + (low < product ? 1 : 0);
    long limit = high < 0 ? LONG_MIN : LONG_MAX;

    return high == (long)low >> 63 ? (long)low : limit;
}

WEFT_TERNARY(long, mad_sat, long, long, long)
WEFT_TERNARY(ulong, mad_sat, ulong, ulong, ulong)
