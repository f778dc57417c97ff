// SPDX-License-Identifier: Apache-2.0
// logb(x): the exponent of x as a float, denormals by their leading bit. Exact.
#include "weft_math.h"

float WEFT_FN
logb(float x)
{
    uint a = as_uint(x) & 0x7fffffff;
    int e = (int)(a >> 23) - 127;
    float r = (float)(a < 0x00800000 ? -118 - (int)__builtin_clzg(a, 32) : e);

    r = a == 0 ? -WEFT_INFF : r;
    return a >= 0x7f800000 ? x * x : r;
}

double WEFT_FN
logb(double x)
{
    ulong a = as_ulong(x) & 0x7ffffffffffffffful;
    int e = (int)(a >> 52) - 1023;
    double r = (double)(a < 0x0010000000000000ul ? -1011 - (int)__builtin_clzg(a, 64) : e);

    r = a == 0 ? -WEFT_INF : r;
    return a >= 0x7ff0000000000000ul ? x * x : r;
}

WEFT_UNARY(float, logb, float)
WEFT_UNARY(double, logb, double)
WEFT_HALF_UNARY(half, logb)
