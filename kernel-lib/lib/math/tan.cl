// SPDX-License-Identifier: Apache-2.0
// tan(x): tangent.
//
// x = n pi/2 + r: Cody and Waite in three parts below 2^17, Payne and Hanek above; polynomials of r
// (weft_math_trigf.h). tan r is a polynomial of degree 13, relative error 2^-25.7; in odd quadrants -1 / tan r.
// Constants: sollya gen/float_trig.sollya. Allowed 5 ULP, measured 2.57.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
tan(float x)
{
    int n;
    float r = __weft_trigf_reduce(__weft_abs(x), &n);
    float z = r * r;
    float p = __weft_poly(z, 0x1.5554dep-2f, 0x1.112dep-3f, 0x1.b5873p-5f, 0x1.906004p-6f, 0x1.97984ep-9f,
                          0x1.33ba98p-7f);
    float t = __weft_fma(r * z, p, r);

    return __weft_xor_sign(n & 1 ? -1.0f / t : t, as_uint(x));
}

// double: reduction below 2^23 by Cody and Waite, above by Payne and Hanek (weft_math_trig.h). Measured
// 2.93. tan r = sin r / cos r.
double WEFT_FN
tan(double x)
{
    int n;
    double r = __weft_trig_reduce(__weft_abs(x), &n);
    double s = __weft_sin_poly(r);
    double c = __weft_cos_poly(r);

    return __weft_xor_sign((n & 1 ? -c : s) / (n & 1 ? s : c), as_ulong(x));
}

WEFT_UNARY(float, tan, float)
WEFT_UNARY(double, tan, double)
WEFT_HALF_UNARY(half, tan)
