// SPDX-License-Identifier: Apache-2.0
// exp(x): e^x.
//
// x = n log 2 + r, |r| <= log(2)/2, polynomial of degree 6, relative error 2^-28.2 (weft_math_expf.h).
// Allowed 3 ULP, measured 0.86.
#include "weft_math_exp.h"
#include "weft_math_expf.h"

float WEFT_FN
exp(float x)
{
    return __weft_expf(x, 0);
}

// double: degree 12, relative error 2^-63 (weft_math_exp.h). Measured 0.84.
double WEFT_FN
exp(double x)
{
    return __weft_exp(x, 0);
}

WEFT_UNARY(float, exp, float)
WEFT_UNARY(double, exp, double)
WEFT_HALF_UNARY(half, exp)
