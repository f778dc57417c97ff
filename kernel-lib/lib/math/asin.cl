// SPDX-License-Identifier: Apache-2.0
// asin(x): arc sine.
//
// |x| <= 1/2: a polynomial of degree 11; above: asin a = pi/2 - 2 asin sqrt((1 - a)/2) (weft_math_trigf.h).
// Allowed 4 ULP, measured 2.24.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
asin(float x)
{
    float a = __weft_abs(x);
    bool big = a > 0.5f;
    float z = big ? __weft_fma(a, -0.5f, 0.5f) : a * a;
    float s = big ? __builtin_elementwise_sqrt(z) : a;
    float p = __weft_fma(s * z, __weft_asinf_poly(z), s);

    p = big ? WEFT_PI_2F_HI - __weft_fma(2.0f, p, -WEFT_PI_2F_LO) : p;
    return __weft_copysign(a <= 1.0f ? p : WEFT_NANF, x);
}

// double: degree 25, relative error 2^-55.9. Measured 2.19.
double WEFT_FN
asin(double x)
{
    double a = __weft_abs(x);
    bool big = a > 0.5;
    double z = big ? __weft_fma(a, -0.5, 0.5) : a * a;
    double s = big ? __builtin_elementwise_sqrt(z) : a;
    double p = __weft_fma(s * z, __weft_asin_poly(z), s);

    p = big ? WEFT_PI_2_HI - __weft_fma(2.0, p, -WEFT_PI_2_LO) : p;
    return __weft_copysign(a <= 1.0 ? p : WEFT_NAN, x);
}

WEFT_UNARY(float, asin, float)
WEFT_UNARY(double, asin, double)
WEFT_HALF_UNARY(half, asin)
