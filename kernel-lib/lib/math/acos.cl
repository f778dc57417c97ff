// SPDX-License-Identifier: Apache-2.0
// acos(x): arc cosine.
//
// |x| <= 1/2: a polynomial of degree 11; above: asin a = pi/2 - 2 asin sqrt((1 - a)/2) (weft_math_trigf.h).
// Allowed 4 ULP, measured 1.08.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
acos(float x)
{
    float a = __weft_abs(x);
    bool big = a > 0.5f;
    float z = big ? __weft_fma(a, -0.5f, 0.5f) : a * a;
    float s = big ? __builtin_elementwise_sqrt(z) : a;
    float p = __weft_fma(s * z, __weft_asinf_poly(z), s);
    bool negative = x < 0.0f;
    float middle = WEFT_PI_2F_HI - (__weft_copysign(p, x) - WEFT_PI_2F_LO);
    float outer = negative ? WEFT_PIF_HI - __weft_fma(2.0f, p, -WEFT_PIF_LO) : 2.0f * p;

    p = big ? outer : middle;
    return a <= 1.0f ? p : WEFT_NANF;
}

// double: measured 1.16.
double WEFT_FN
acos(double x)
{
    double a = __weft_abs(x);
    bool big = a > 0.5;
    double z = big ? __weft_fma(a, -0.5, 0.5) : a * a;
    double s = big ? __builtin_elementwise_sqrt(z) : a;
    double p = __weft_fma(s * z, __weft_asin_poly(z), s);
    bool negative = x < 0.0;
    double middle = WEFT_PI_2_HI - (__weft_copysign(p, x) - WEFT_PI_2_LO);
    double outer = negative ? WEFT_PI_HI - __weft_fma(2.0, p, -WEFT_PI_LO) : 2.0 * p;

    p = big ? outer : middle;
    return a <= 1.0 ? p : WEFT_NAN;
}

WEFT_UNARY(float, acos, float)
WEFT_UNARY(double, acos, double)
WEFT_HALF_UNARY(half, acos)
