// SPDX-License-Identifier: Apache-2.0
// pow(x, y): x to the power y.
//
// 2^(y log2 |x|): in pairs of floats, or, for what is seldom given, as negative x, in doubles (weft_math_powf.h).
// Allowed 16 ULP, measured 0.91; exact where the result is a float.
#include "weft_math_pow.h"
#include "weft_math_powf.h"

// Of all x and y. Kept apart: it is as much code as the rest, and seldom runs.
static __attribute__((noinline, const)) float
__weft_pow_special(float x, float y)
{
    float a = __weft_abs(x);
    bool integer = __builtin_elementwise_trunc(y) == y;
    bool odd = integer && __builtin_elementwise_trunc(0.5f * y) != 0.5f * y;
    double v = (double)y * __weft_log2_wide_special(a);
    float r;

    // pow(-1, +-infinity) is 1.
    v = a == 1.0f && __weft_abs(y) == WEFT_INFF ? 0.0 : v;
    r = __weft_exp2_to_float(v);
    r = odd ? __weft_xor_sign(r, as_uint(x)) : r;
    r = x < 0.0f && x > -WEFT_INFF && !integer ? WEFT_NANF : r;
    return x == 1.0f || y == 0.0f ? 1.0f : r;
}

float WEFT_FN
pow(float x, float y)
{
    struct __weft_float2 l = __weft_log2_float2(x);
    float r = __weft_exp2_product(l, y);

    if (WEFT_RARELY(!__weft_is_plain_power(x, l, y)))
        r = __weft_pow_special(x, y);
    return r;
}

// double: log2 and its product with y in two doubles each, exact where the result is a double
// (weft_math_pow.h). Measured 0.77, of normal results 0.65.
double WEFT_FN
pow(double x, double y)
{
    double a = __weft_abs(x);
    bool integer = __builtin_elementwise_trunc(y) == y;
    bool odd = integer && __builtin_elementwise_trunc(0.5 * y) != 0.5 * y;
    double l_lo;
    double l = __weft_log2_dd_special(a, &l_lo);
    // No greater y says more, but pow(-1, +-infinity) is 1.
    double bounded = __weft_at_least(__weft_at_most(y, 0x1p100), -0x1p100);
    double r = __weft_exp2_dd_product(l, l_lo, bounded, 0.0);

    r = odd ? __weft_xor_sign(r, as_ulong(x)) : r;
    r = x < 0.0 && x > -WEFT_INF && !integer ? WEFT_NAN : r;
    return x == 1.0 || y == 0.0 ? 1.0 : r;
}

WEFT_BINARY(float, pow, float, float)
WEFT_BINARY(double, pow, double, double)
WEFT_HALF_BINARY(pow, half)
