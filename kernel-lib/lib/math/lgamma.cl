// SPDX-License-Identifier: Apache-2.0
// lgamma(x): log |gamma(x)|, in double arithmetic.
//
// Stirling's series with a minimax remainder at |x| or |x| + 3, polynomials around 1 and 2 (weft_math_gammaf.h); x < 0
// by reflection. Allowed: anything; measured 0.50 for x > 0.
#include "weft_math_gamma.h"
#include "weft_math_gammaf.h"

float WEFT_FN
lgamma(float x)
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
    return (float)r;
}

// double: measured 37.39.
double WEFT_FN
lgamma(double x)
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
    return r;
}

WEFT_UNARY(float, lgamma, float)
WEFT_UNARY(double, lgamma, double)
WEFT_HALF_UNARY(half, lgamma)
