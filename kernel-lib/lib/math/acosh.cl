// SPDX-License-Identifier: Apache-2.0
// acosh(x): inverse hyperbolic cosine, log1p(t + sqrt(2 t + t^2)) with t = x - 1; from 2^12 on log(x) + log 2.
//
// Allowed 4 ULP, measured 1.78.
#include "weft_math_log.h"
#include "weft_math_logf.h"

float WEFT_FN
acosh(float x)
{
    bool big = x >= 0x1p12f;
    float t = big ? 1.0f : x - 1.0f;
    float k;
    float f = __weft_logf_reduce(x, &k);
    float small = __weft_log1pf(t + __builtin_elementwise_sqrt(__weft_fma(t, t, t + t)));
    float r = big ? __weft_logf_combine(k + 1.0f, f) : small;

    r = x < WEFT_INFF ? r : x;
    r = x == 1.0f ? 0.0f : r;
    return x < 1.0f ? WEFT_NANF : r;
}

// double: from 2^28 on log(x) + log 2. Measured 1.95.
double WEFT_FN
acosh(double x)
{
    bool big = x >= 0x1p28;
    double t = big ? 1.0 : x - 1.0;
    double k;
    double f = __weft_log_reduce(x, &k);
    double small = __weft_log1p(t + __builtin_elementwise_sqrt(__weft_fma(t, t, t + t)));
    double r = big ? __weft_log_combine(k + 1.0, f) : small;

    r = x < WEFT_INF ? r : x;
    r = x == 1.0 ? 0.0 : r;
    return x < 1.0 ? WEFT_NAN : r;
}

WEFT_UNARY(float, acosh, float)
WEFT_UNARY(double, acosh, double)
WEFT_HALF_UNARY(half, acosh)
