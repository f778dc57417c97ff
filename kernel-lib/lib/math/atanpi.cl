// SPDX-License-Identifier: Apache-2.0
// atanpi(x): atan(x) / pi.
//
// As atan, the polynomial's value times 1/pi in two floats. Allowed 5 ULP, measured 1.45.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
atanpi(float x)
{
    float a = __weft_abs(x);
    bool big = a > 1.0f;
    float p = __weft_over_pif(__weft_atanf_poly(big ? 1.0f / a : a));

    return __weft_copysign(big ? 0.5f - p : p, x);
}

// double: measured 2.45.
double WEFT_FN
atanpi(double x)
{
    double a = __weft_abs(x);
    bool big = a > 1.0;
    double p = __weft_over_pi(__weft_atan_quotient(big ? 1.0 : a, big ? __weft_at_most(a, 0x1p1000) : 1.0));

    return __weft_copysign(big ? 0.5 - p : p, x);
}

WEFT_UNARY(float, atanpi, float)
WEFT_UNARY(double, atanpi, double)
WEFT_HALF_UNARY(half, atanpi)
