// SPDX-License-Identifier: Apache-2.0
// lgamma_r(x, sign): log |gamma(x)|, with the sign of gamma(x) in *sign: 1, -1, or 0 at 0 and the negative integers
// ("Edge Case Behavior"), where C leaves it open.
//
// As lgamma.
#include "weft_math_gamma.h"
#include "weft_math_gammaf.h"

float WEFT_MEM
lgamma_r(float x, int *sign)
{
    bool pole = x <= 0.0f && x > -WEFT_INFF && __builtin_elementwise_floor(x) == x;
    // gamma is negative where floor(x) is negative and odd.
    float f = 0.5f * __builtin_elementwise_floor(x);
    int negative = x < 0.0f && __builtin_elementwise_floor(f) != f;

    *sign = pole ? 0 : (negative ? -1 : 1);
    return __weft_lgammaf(x);
}

// double: as lgamma.
double WEFT_MEM
lgamma_r(double x, int *sign)
{
    bool pole = x <= 0.0 && x > -WEFT_INF && __builtin_elementwise_floor(x) == x;
    // gamma is negative where floor(x) is negative and odd.
    double half_floor = 0.5 * __builtin_elementwise_floor(x);
    int negative = x < 0.0 && __builtin_elementwise_floor(half_floor) != half_floor;

    *sign = pole ? 0 : (negative ? -1 : 1);
    return __weft_lgamma(x);
}

WEFT_UNARY_OUT(float, lgamma_r, float, int)
WEFT_UNARY_OUT(double, lgamma_r, double, int)
WEFT_HALF_UNARY_OUT(lgamma_r, int)
