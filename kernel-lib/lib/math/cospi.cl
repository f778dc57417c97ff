// SPDX-License-Identifier: Apache-2.0
// cospi(x): cos(pi x).
//
// x = n/2 + r exactly, |r| <= 1/4; polynomials of r with pi in two floats (weft_math_trigf.h).
// Allowed 4 ULP, measured 0.83.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
cospi(float x)
{
    int n;
    float r = __weft_trigpif_reduce(__weft_abs(x), &n);
    float c = __weft_trigf_quadrant(__weft_sinpif_poly(r), __weft_cospif_poly(r), n + 1);

    // Zeros are positive.
    return c == 0.0f ? 0.0f : c;
}

// double: measured 0.87.
double WEFT_FN
cospi(double x)
{
    int n;
    double r = __weft_trigpi_reduce(__weft_abs(x), &n);
    double c = __weft_trig_quadrant(__weft_sinpi_poly(r), __weft_cospi_poly(r), n + 1);

    return c == 0.0 ? 0.0 : c;
}

WEFT_UNARY(float, cospi, float)
WEFT_UNARY(double, cospi, double)
WEFT_HALF_UNARY(half, cospi)
