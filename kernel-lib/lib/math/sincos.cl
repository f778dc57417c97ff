// SPDX-License-Identifier: Apache-2.0
// sincos(x, cosine): the sine of x, with its cosine in *cosine; one reduction for both.
//
// x = n pi/2 + r: Cody and Waite in three parts below 2^17, Payne and Hanek above; polynomials of r
// (weft_math_trigf.h). Allowed 4 ULP, measured 1.51 and 1.51.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_MEM
sincos(float x, float *cosine)
{
    int n;
    float r = __weft_trigf_reduce(__weft_abs(x), &n);
    float s = __weft_sinf_poly(r);
    float c = __weft_cosf_poly(r);

    *cosine = __weft_trigf_quadrant(s, c, n + 1);
    return __weft_xor_sign(__weft_trigf_quadrant(s, c, n), as_uint(x));
}

// double: as sin and cos.
double WEFT_MEM
sincos(double x, double *cosine)
{
    int n;
    double r = __weft_trig_reduce(__weft_abs(x), &n);
    double s = __weft_sin_poly(r);
    double c = __weft_cos_poly(r);

    *cosine = __weft_trig_quadrant(s, c, n + 1);
    return __weft_xor_sign(__weft_trig_quadrant(s, c, n), as_ulong(x));
}

WEFT_UNARY_OUT(float, sincos, float, float)
WEFT_UNARY_OUT(double, sincos, double, double)
WEFT_HALF_UNARY_OUT(sincos, half)
