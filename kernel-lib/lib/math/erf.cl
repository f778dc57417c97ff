// SPDX-License-Identifier: Apache-2.0
// erf(x): error function.
//
// |x| < 1: an odd polynomial of degree 13, relative error 2^-29; above: 1 - 2^p(|x|) where p is a polynomial of degree
// 8 for log2(erfc). Constants: sollya gen/float_special.sollya. Allowed 16 ULP, measured 0.98.
#include "weft_math_erf.h"
#include "weft_math_expf.h"

float WEFT_FN
erf(float x)
{
    float a = __weft_at_most(__weft_abs(x), 4.0f);
    float z = a * a;
    float small = __weft_poly(z, 0x1.06eba8p-3f, -0x1.81274p-2f, 0x1.ce2d52p-4f, -0x1.b7fec4p-6f, 0x1.542fecp-8f,
                              -0x1.a5197ap-11f, 0x1.4c5cb4p-14f);
    float big = __weft_poly(a, 0x1.ba3ecap-12f, -0x1.a1638cp0f, -0x1.d2d652p-1f, -0x1.44c39p-3f, 0x1.373258p-5f,
                            -0x1.bf1c56p-8f, 0x1.be9bccp-11f, -0x1.12457cp-14f, 0x1.360a8ap-19f);
    float r = a < 1.0f ? __weft_fma(a, small, a) : 1.0f - __weft_exp2f(big);

    return __weft_copysign(r, x);
}

// double: |x| < 1 degree 23, relative error 2^-56; above 1 - erfc (weft_math_erf.h). Constants: sollya
// gen/double_special.sollya. Measured 1.03.
double WEFT_FN
erf(double x)
{
    double a = __weft_at_most(__weft_abs(x), 6.0);
    double z = a * a;
    double p = __weft_poly(z, -0x1.c02db03f51d4ep-11, 0x1.f9a2bb3a36f3ap-14, -0x1.f4ca5a899dff9p-17,
                           0x1.b98072c1f3a7bp-20, -0x1.5c0b722be86bdp-23, 0x1.d73b24febbe37p-27,
                           -0x1.ac130669c561ep-31);
    double r;

    // 2/sqrt(pi) - 1
    p = __weft_more(z, p, 0x1.06eba8214db68p-3, -0x1.812746b0379b5p-2, 0x1.ce2f21a040affp-4, -0x1.b82ce311f6f19p-6,
                    0x1.565bccf904f46p-8);
    r = a < 1.0 ? __weft_fma(a, p, a) : 1.0 - __weft_erfc_positive(a);
    return __weft_copysign(r, x);
}

WEFT_UNARY(float, erf, float)
WEFT_UNARY(double, erf, double)
WEFT_HALF_UNARY(half, erf)
