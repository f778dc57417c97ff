// SPDX-License-Identifier: Apache-2.0
// exp2(x): 2^x.
//
// x = n + r, |r| <= 1/2, polynomial of degree 6, relative error 2^-28 (weft_math_expf.h).
// Allowed 3 ULP, measured 0.76.
#include "weft_math_exp.h"
#include "weft_math_expf.h"

float WEFT_FN
exp2(float x)
{
    return __weft_exp2f(x);
}

// double: degree 11, relative error 2^-57 (weft_math_exp.h). Measured 0.78.
double WEFT_FN
exp2(double x)
{
    return __weft_exp2(x);
}

WEFT_UNARY(float, exp2, float)
WEFT_UNARY(double, exp2, double)
WEFT_HALF_UNARY(half, exp2)
