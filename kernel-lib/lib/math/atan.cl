// SPDX-License-Identifier: Apache-2.0
// atan(x): arc tangent.
//
// |x| <= 1: a polynomial of degree 19, relative error 2^-28.5 (weft_math_trigf.h); above: pi/2 - atan(1/|x|).
// Allowed 5 ULP, measured 1.23.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
atan(float x)
{
    float a = __weft_abs(x);
    bool big = a > 1.0f;
    float p = __weft_atanf_poly(big ? 1.0f / a : a);

    return __weft_copysign(big ? WEFT_PI_2F_HI - (p - WEFT_PI_2F_LO) : p, x);
}

// double: |x| <= sqrt(2) - 1 degree 23, relative error 2^-59; up to 1 by pi/4 + atan((a - 1)/(a + 1))
// (weft_math_trig.h). Measured 2.25.
double WEFT_FN
atan(double x)
{
    double a = __weft_abs(x);
    bool big = a > 1.0;
    double p = __weft_atan_quotient(big ? 1.0 : a, big ? __weft_at_most(a, 0x1p1000) : 1.0);

    return __weft_copysign(big ? WEFT_PI_2_HI - (p - WEFT_PI_2_LO) : p, x);
}

WEFT_UNARY(float, atan, float)
WEFT_UNARY(double, atan, double)
WEFT_HALF_UNARY(half, atan)
