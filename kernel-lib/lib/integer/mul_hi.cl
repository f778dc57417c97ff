// SPDX-License-Identifier: Apache-2.0
// mul_hi(x, y): the upper half of the product. 64 bits are put together from 32-bit halves, which packs.
#include "weft_gentype.h"

#define DEFINE(T, wide, bits)                                                                                          \
    T WEFT_INLINE mul_hi(T x, T y)                                                                                     \
    {                                                                                                                  \
        return (T)((wide)((wide)x * (wide)y) >> bits);                                                                 \
    }                                                                                                                  \
    WEFT_BINARY(T, mul_hi, T, T)
DEFINE(char, short, 8)
DEFINE(uchar, ushort, 8)
DEFINE(short, int, 16)
DEFINE(ushort, uint, 16)
DEFINE(int, long, 32)
DEFINE(uint, ulong, 32)

ulong WEFT_INLINE
mul_hi(ulong x, ulong y)
{
    ulong x0 = (uint)x, x1 = x >> 32;
    ulong y0 = (uint)y, y1 = y >> 32;
    ulong middle = x1 * y0 + ((x0 * y0) >> 32);
    ulong other = x0 * y1 + (uint)middle;

    return x1 * y1 + (middle >> 32) + (other >> 32);
}

// A negative operand stands for 2^64 more than its value: take the other operand off once.
long WEFT_INLINE
mul_hi(long x, long y)
{
    ulong high = mul_hi((ulong)x, (ulong)y);

    return (long)(high - (ulong)((x >> 63) & y) - (ulong)((y >> 63) & x));
}

WEFT_BINARY(long, mul_hi, long, long)
WEFT_BINARY(ulong, mul_hi, ulong, ulong)
