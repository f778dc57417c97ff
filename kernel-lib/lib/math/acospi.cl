// SPDX-License-Identifier: Apache-2.0
// acospi(x): acos(x) / pi.
//
// As acos, the polynomial's value times 1/pi in two floats. Allowed 5 ULP, measured 1.77.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
acospi(float x)
{
    float a = __weft_abs(x);
    bool big = a > 0.5f;
    float z = big ? __weft_fma(a, -0.5f, 0.5f) : a * a;
    float s = big ? __builtin_elementwise_sqrt(z) : a;
    float p = __weft_fma(s * z, __weft_asinf_poly(z), s);
    float outer;

    p = __weft_over_pif(p);
    outer = x < 0.0f ? __weft_fma(-2.0f, p, 1.0f) : 2.0f * p;
    p = big ? outer : 0.5f - __weft_copysign(p, x);
    return a <= 1.0f ? p : WEFT_NANF;
}

// double: measured 1.87.
double WEFT_FN
acospi(double x)
{
    double a = __weft_abs(x);
    bool big = a > 0.5;
    double z = big ? __weft_fma(a, -0.5, 0.5) : a * a;
    double s = big ? __builtin_elementwise_sqrt(z) : a;
    double p = __weft_fma(s * z, __weft_asin_poly(z), s);
    double outer;

    p = __weft_over_pi(p);
    outer = x < 0.0 ? __weft_fma(-2.0, p, 1.0) : 2.0 * p;
    p = big ? outer : 0.5 - __weft_copysign(p, x);
    return a <= 1.0 ? p : WEFT_NAN;
}

WEFT_UNARY(float, acospi, float)
WEFT_UNARY(double, acospi, double)
WEFT_HALF_UNARY(half, acospi)
