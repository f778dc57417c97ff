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
    return __weft_lgammaf(x);
}

// double: measured 37.39.
double WEFT_FN
lgamma(double x)
{
    return __weft_lgamma(x);
}

WEFT_UNARY(float, lgamma, float)
WEFT_UNARY(double, lgamma, double)
WEFT_HALF_UNARY(half, lgamma)
