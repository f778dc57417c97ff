// SPDX-License-Identifier: Apache-2.0
// lgamma_r(x, sign): log |gamma(x)|, with the sign of gamma(x) in *sign: 1, -1, or 0 at 0 and the negative integers.
//
// As lgamma.
#include "weft_math_gamma.h"
#include "weft_math_gammaf.h"

float WEFT_MEM
lgamma_r(float x, int *sign)
{
    double a = (double)__weft_abs(x);
    bool pole = x <= 0.0f && __builtin_elementwise_floor(x) == x;
    double r = __weft_lgamma_positive(a);
    int n;
    double s = __weft_abs(__weft_sinpi_wide(a, &n));

    // log(pi / (a |sin(pi a)|)) - log gamma(a)
    r = x < 0.0f ? 0x1.250d048e7a1bdp0 - __weft_log2_wide(a * s) * WEFT_LN2 - r : r;
    r = pole ? WEFT_INF : r;
    r = __weft_abs(x) == WEFT_INFF ? WEFT_INF : r;
    // gamma is negative where floor(x) is negative and odd.
    float f = 0.5f * __builtin_elementwise_floor(x);
    int negative = x < 0.0f && __builtin_elementwise_floor(f) != f;

    *sign = pole ? 0 : (negative ? -1 : 1);
    return (float)r;
}

// double: as lgamma.
double WEFT_MEM
lgamma_r(double x, int *sign)
{
    double a = __weft_abs(x);
    bool pole = x <= 0.0 && __builtin_elementwise_floor(x) == x;
    double r = __weft_lgamma_positive_double(a);
    int odd;
    double s = __weft_sinpi_magnitude(a, &odd);
    double k;
    double f = __weft_log_reduce(a * s, &k);

    // Near 0 it is an even function, and a * s no double.
    r = x < 0.0 && a >= 0x1p-60 ? 0x1.250d048e7a1bdp0 - __weft_log_combine(k, f) - r : r;
    r = pole ? WEFT_INF : r;
    r = a == WEFT_INF ? WEFT_INF : r;
    // gamma is negative where floor(x) is negative and odd.
    double half_floor = 0.5 * __builtin_elementwise_floor(x);
    int negative = x < 0.0 && __builtin_elementwise_floor(half_floor) != half_floor;

    *sign = pole ? 0 : (negative ? -1 : 1);
    return r;
}

WEFT_UNARY_OUT(float, lgamma_r, float, int)
WEFT_UNARY_OUT(double, lgamma_r, double, int)
WEFT_HALF_UNARY_OUT(lgamma_r, int)
