// SPDX-License-Identifier: Apache-2.0
// cos(x): cosine.
//
// x = n pi - pi/2 + r: Cody and Waite in three parts below 2^17, Payne and Hanek above; a polynomial of r
// (weft_math_trigf.h). Allowed 4 ULP, measured 1.86.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
cos(float x)
{
    int n;
    float k = __weft_round_bits(__weft_fma(x, 0x1.45f306p-2f, 0.5f), &n) - 0.5f;

    return __weft_sinf_half_turns(x, k, n, 0x4000000000000000ul);
}

// double: reduction below 2^23 by Cody and Waite, above by Payne and Hanek (weft_math_trig.h). Measured
// 1.48.
double WEFT_FN
cos(double x)
{
    int n;
    double r = __weft_trig_reduce(__weft_abs(x), &n);

    return __weft_trig_quadrant(__weft_sin_poly(r), __weft_cos_poly(r), n + 1);
}

WEFT_UNARY(float, cos, float)
WEFT_UNARY(double, cos, double)
WEFT_HALF_UNARY(half, cos)
