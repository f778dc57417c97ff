// SPDX-License-Identifier: Apache-2.0
// ilogb(x): the exponent of x as an integer, denormals by their leading bit. Exact.
#include "weft_math.h"

int WEFT_FN
ilogb(float x)
{
    uint a = as_uint(x) & 0x7fffffff;
    int e = (int)(a >> 23) - 127;

    e = a < 0x00800000 ? -118 - (int)__builtin_clzg(a, 32) : e;
    e = a == 0 ? FP_ILOGB0 : e;
    e = a == 0x7f800000 ? INT_MAX : e;
    return a > 0x7f800000 ? FP_ILOGBNAN : e;
}

int WEFT_FN
ilogb(double x)
{
    ulong a = as_ulong(x) & 0x7ffffffffffffffful;
    int e = (int)(a >> 52) - 1023;

    e = a < 0x0010000000000000ul ? -1011 - (int)__builtin_clzg(a, 64) : e;
    e = a == 0 ? FP_ILOGB0 : e;
    e = a == 0x7ff0000000000000ul ? INT_MAX : e;
    return a > 0x7ff0000000000000ul ? FP_ILOGBNAN : e;
}

WEFT_UNARY(int, ilogb, float)
WEFT_UNARY(int, ilogb, double)
WEFT_HALF_UNARY(int, ilogb)
