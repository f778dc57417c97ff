// SPDX-License-Identifier: Apache-2.0
// sin(x): sine.
//
// x = n pi + r: Cody and Waite in three parts below 2^17, Payne and Hanek above; a polynomial of r
// (weft_math_trigf.h). Allowed 4 ULP, measured 1.81.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
sin(float x)
{
    int n;
    float a = __weft_abs(x); // for the sign of zero
    float k = __weft_round_bits(a, 0x1.45f306p-2f, &n);

    return __weft_xor_sign(__weft_sinf_half_turns(a, k, n, 0), as_uint(x));
}

// double: reduction below 2^23 by Cody and Waite, above by Payne and Hanek (weft_math_trig.h). Measured
// 1.48.
double WEFT_FN
sin(double x)
{
    int n;
    double r = __weft_trig_reduce(__weft_abs(x), &n);

    return __weft_xor_sign(__weft_trig_quadrant(__weft_sin_poly(r), __weft_cos_poly(r), n), as_ulong(x));
}

WEFT_UNARY(float, sin, float)
WEFT_UNARY(double, sin, double)
WEFT_HALF_UNARY(half, sin)
