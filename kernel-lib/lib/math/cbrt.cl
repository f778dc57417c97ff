// SPDX-License-Identifier: Apache-2.0
// cbrt(x): cube root.
//
// x = 2^(3k + j) m, 1 <= m < 2; a polynomial of degree 4 (relative error 2^-16.7) times 2^(j/3), then one Newton step
// with an exact residual. Constants: sollya gen/float_special.sollya. Allowed 2 ULP, measured 0.50.
#include "weft_math.h"

float WEFT_FN
cbrt(float x)
{
    float a = __weft_abs(x);
    bool tiny = a < 0x1p-126f;
    uint bits = as_uint(tiny ? a * 0x1p24f : a);
    // The exponent plus 150, which is a multiple of 3, is positive.
    uint e = (bits >> 23) + (150 - 127) - (tiny ? 24 : 0);
    uint third = e / 3;
    uint j = e - 3 * third;
    float m = as_float((bits & 0x7fffff) | 0x3f800000);
    float y = __weft_poly(m, 0x1.0392dap-1f, 0x1.6fb1bap-1f, -0x1.33d334p-2f, 0x1.60a0bcp-4f, -0x1.5b772p-7f);
    float square;
    float residual;

    y *= j == 0 ? 1.0f : (j == 1 ? 0x1.428a3p0f : 0x1.965feap0f);
    m *= (float)(1 << j);
    square = y * y;
    residual = __weft_fma(y, __weft_fma(y, y, -square), __weft_fma(y, square, -m));
    y -= residual / (3.0f * square);
    y *= __weft_pow2f((int)third - 50);
    return a > 0.0f && a < WEFT_INFF ? __weft_copysign(y, x) : x;
}

// double: two Newton steps from the same polynomial, the second with an exact residual. Measured 0.50.
double WEFT_FN
cbrt(double x)
{
    double a = __weft_abs(x);
    bool tiny = a < 0x1p-1022;
    ulong bits = as_ulong(tiny ? a * 0x1p54 : a);
    // The exponent plus 1200, which is a multiple of 3, is positive.
    uint e = (uint)(bits >> 52) + (1200 - 1023) - (tiny ? 54 : 0);
    uint third = e / 3;
    uint j = e - 3 * third;
    double m = as_double((bits & 0xffffffffffffful) | 0x3ff0000000000000ul);
    double y = __weft_poly(m, 0x1.0392dap-1, 0x1.6fb1bap-1, -0x1.33d334p-2, 0x1.60a0bcp-4, -0x1.5b772p-7);
    double square;
    double residual;

    y *= j == 0 ? 1.0 : (j == 1 ? 0x1.428a2f98d728bp0 : 0x1.965fea53d6e3dp0);
    m *= (double)(1 << j);
    square = y * y;
    y -= __weft_fma(y, square, -m) / (3.0 * square);
    square = y * y;
    residual = __weft_fma(y, __weft_fma(y, y, -square), __weft_fma(y, square, -m));
    y -= residual / (3.0 * square);
    y *= __weft_pow2d((int)third - 400);
    return a > 0.0 && a < WEFT_INF ? __weft_copysign(y, x) : x;
}

WEFT_UNARY(float, cbrt, float)
WEFT_UNARY(double, cbrt, double)
WEFT_HALF_UNARY(half, cbrt)
