// SPDX-License-Identifier: Apache-2.0
// fract(x, ip): x - floor(x), below 1, with floor(x) in *ip. Exact to rounding.
#include "weft_math.h"

float WEFT_MEM
fract(float x, float *ip)
{
    float f = __builtin_elementwise_floor(x);
    float r = __weft_at_most(x - f, 0x1.fffffep-1f);

    *ip = f;
    return x == 0.0f || __weft_abs(x) == WEFT_INFF ? __weft_copysign(0.0f, x) : r;
}

double WEFT_MEM
fract(double x, double *ip)
{
    double f = __builtin_elementwise_floor(x);
    double r = __weft_at_most(x - f, 0x1.fffffffffffffp-1);

    *ip = f;
    return x == 0.0 || __weft_abs(x) == WEFT_INF ? __weft_copysign(0.0, x) : r;
}

half WEFT_MEM
fract(half x, half *ip)
{
    half f = __builtin_elementwise_floor(x);
    half r = x - f;

    *ip = f;
    r = r > 0x1.ffcp-1h ? 0x1.ffcp-1h : r;
    return x == 0.0h || __weft_abs(x) == (half)INFINITY ? __builtin_elementwise_copysign(0.0h, x) : r;
}

WEFT_UNARY_OUT(float, fract, float, float)
WEFT_UNARY_OUT(double, fract, double, double)
WEFT_UNARY_OUT(half, fract, half, half)
