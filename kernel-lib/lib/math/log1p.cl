// SPDX-License-Identifier: Apache-2.0
// log1p(x): log(1 + x).
//
// 1 + x = 2^k (1 + f), where f is formed from x with one rounding; then as log (weft_math_logf.h).
// Allowed 2 ULP, measured 1.45.
#include "weft_math_log.h"
#include "weft_math_logf.h"

float WEFT_FN
log1p(float x)
{
    float r = __weft_log1pf(x);

    r = x < WEFT_INFF ? r : x;
    r = x == -1.0f ? -WEFT_INFF : r;
    r = x < -1.0f ? WEFT_NANF : r;
    return x == 0.0f ? x : r;
}

// double: measured 1.39.
double WEFT_FN
log1p(double x)
{
    double r = __weft_log1p(x);

    r = x < WEFT_INF ? r : x;
    r = x == -1.0 ? -WEFT_INF : r;
    r = x < -1.0 ? WEFT_NAN : r;
    return x == 0.0 ? x : r;
}

WEFT_UNARY(float, log1p, float)
WEFT_UNARY(double, log1p, double)
WEFT_HALF_UNARY(half, log1p)
