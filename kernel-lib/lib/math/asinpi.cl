// SPDX-License-Identifier: Apache-2.0
// asinpi(x): asin(x) / pi.
//
// As asin, the polynomial's value times 1/pi in two floats. Allowed 5 ULP, measured 2.85.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
asinpi(float x)
{
    float a = __weft_abs(x);
    bool big = a > 0.5f;
    float z = big ? __weft_fma(a, -0.5f, 0.5f) : a * a;
    float s = big ? __builtin_elementwise_sqrt(z) : a;
    float p = __weft_fma(s * z, __weft_asinf_poly(z), s);

    p = __weft_over_pif(p);
    p = big ? __weft_fma(-2.0f, p, 0.5f) : p;
    return __weft_copysign(a <= 1.0f ? p : WEFT_NANF, x);
}

// double: measured 3.05.
double WEFT_FN
asinpi(double x)
{
    double a = __weft_abs(x);
    bool big = a > 0.5;
    double z = big ? __weft_fma(a, -0.5, 0.5) : a * a;
    double s = big ? __builtin_elementwise_sqrt(z) : a;
    double p = __weft_fma(s * z, __weft_asin_poly(z), s);

    p = __weft_over_pi(p);
    p = big ? __weft_fma(-2.0, p, 0.5) : p;
    return __weft_copysign(a <= 1.0 ? p : WEFT_NAN, x);
}

WEFT_UNARY(float, asinpi, float)
WEFT_UNARY(double, asinpi, double)
WEFT_HALF_UNARY(half, asinpi)
