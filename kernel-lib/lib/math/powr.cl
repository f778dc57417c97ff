// SPDX-License-Identifier: Apache-2.0
// powr(x, y): x to the power y, x >= 0.
//
// 2^(y log2 |x|): in pairs of floats, or, for what is seldom given, as negative x, in doubles (weft_math_powf.h).
// Allowed 16 ULP, measured 0.91; exact where the result is a float.
#include "weft_math_pow.h"
#include "weft_math_powf.h"

// Of all x and y. Kept apart: it is as much code as the rest, and seldom runs.
static __attribute__((noinline, const)) float
__weft_powr_special(float x, float y)
{
    // 0^0, infinity^0 and 1^infinity are NaN here, as the product of the logarithm and y is.
    float r = __weft_exp2_to_float((double)y * __weft_log2_wide_special(__weft_abs(x)));

    return x < 0.0f ? WEFT_NANF : r;
}

float WEFT_FN
powr(float x, float y)
{
    struct __weft_float2 l = __weft_log2_float2(x);
    float r = __weft_exp2_product(l, y);

    if (WEFT_RARELY(!__weft_is_plain_power(x, l, y)))
        r = __weft_powr_special(x, y);
    return r;
}

// double: log2 and its product with y in two doubles each, exact where the result is a double
// (weft_math_pow.h). Measured 0.75, of normal results 0.65.
double WEFT_FN
powr(double x, double y)
{
    double l_lo;
    double l = __weft_log2_dd_special(__weft_abs(x), &l_lo);
    double r = __weft_exp2_dd_product(l, l_lo, y, 0.0);

    return x < 0.0 ? WEFT_NAN : r;
}

WEFT_BINARY(float, powr, float, float)
WEFT_BINARY(double, powr, double, double)
WEFT_HALF_BINARY(powr, half)
