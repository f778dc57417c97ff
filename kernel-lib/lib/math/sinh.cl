// SPDX-License-Identifier: Apache-2.0
// sinh(x): hyperbolic sine. |x| < 1: an odd polynomial of degree 9, relative error 2^-31; above: e - 1/(4 e) with
// e = exp(|x|)/2. Constants: sollya gen/float_exp.sollya.
//
// Allowed 4 ULP, measured 1.53.
#include "weft_math_exp.h"
#include "weft_math_expf.h"

float WEFT_FN
sinh(float x)
{
    float a = __weft_abs(x);
    float e = __weft_expf(a, -1);
    float z = a * a;
    float p = __weft_poly(z, 0x1.555556p-3f, 0x1.1110ecp-7f, 0x1.a01a8cp-13f, 0x1.76c1b4p-19f);
    float r = a < 1.0f ? __weft_fma(a * z, p, a) : e - 0.25f / e;

    return __weft_copysign(r, x);
}

// double: |x| < 1: degree 17, relative error 2^-62. Constants: sollya gen/double_exp_log.sollya. Measured 1.63.
double WEFT_FN
sinh(double x)
{
    double a = __weft_abs(x);
    double e = __weft_exp(a, -1);
    double z = a * a;
    double p = __weft_poly(z, 0x1.5555555555555p-3, 0x1.111111111117cp-7, 0x1.a01a01a00db5dp-13, 0x1.71de3a60a4df6p-19,
                           0x1.ae644b3bc1fd5p-26, 0x1.612ab70b17b99p-33, 0x1.aabf6fcda6619p-41, 0x1.3fb011d590719p-48);
    double r = a < 1.0 ? __weft_fma(a * z, p, a) : e - 0.25 / e;

    return __weft_copysign(r, x);
}

WEFT_UNARY(float, sinh, float)
WEFT_UNARY(double, sinh, double)
WEFT_HALF_UNARY(half, sinh)
