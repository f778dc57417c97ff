// SPDX-License-Identifier: Apache-2.0
// erfc(x): complementary error function.
//
// a = |x|: (1 + 2a) exp(a^2) erfc(a) is a polynomial of degree 10 of t = (a - 2)/(a + 2), relative error 2^-26;
// exp(-a^2) is corrected for the rounding of a^2. Constants: sollya gen/float_special.sollya. Allowed 16 ULP, measured
// 4.11.
#include "weft_math_erf.h"
#include "weft_math_expf.h"

float WEFT_FN
erfc(float x)
{
    float a = __weft_at_most(__weft_abs(x), 10.25f);
    float t = (a - 2.0f) / (a + 2.0f);
    float p = __weft_poly(t, -0x1.07ac3ap-7f, 0x1.1b4416p-7f, 0x1.4f6d0cp-10f, -0x1.4991dcp-10f, -0x1.845882p-12f,
                          0x1.a48d62p-16f);
    float square = a * a;
    float rest = __weft_fma(a, a, -square);
    float r;

    p = __weft_more(t, p, 0x1.46e80ep0f, -0x1.7bf6p-4f, -0x1.540806p-3f, 0x1.4ffb38p-3f, -0x1.bc1222p-5f);
    p = p / __weft_fma(2.0f, a, 1.0f);
    p = __weft_fma(-rest, p, p);
    r = __weft_expf(-square, 0) * p;
    return as_int(x) < 0 ? 2.0f - r : r;
}

// double: degree 22, relative error 2^-54 (weft_math_erf.h). Measured 4.94.
double WEFT_FN
erfc(double x)
{
    double r = __weft_erfc_positive(__weft_at_most(__weft_abs(x), 27.25));

    return as_long(x) < 0 ? 2.0 - r : r;
}

WEFT_UNARY(float, erfc, float)
WEFT_UNARY(double, erfc, double)
WEFT_HALF_UNARY(half, erfc)
