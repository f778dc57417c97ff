// SPDX-License-Identifier: Apache-2.0
// expm1(x): e^x - 1.
//
// x = n log 2 + r; 2^n (e^r - 1) + (2^n - 1) with the polynomial of exp (weft_math_expf.h).
// Allowed 3 ULP, measured 1.40.
#include "weft_math_exp.h"
#include "weft_math_expf.h"

float WEFT_FN
expm1(float x)
{
    return x == 0.0f ? x : __weft_expm1f(x);
}

// double: with the double polynomial of exp. Measured 1.84.
double WEFT_FN
expm1(double x)
{
    return x == 0.0 ? x : __weft_expm1(x);
}

WEFT_UNARY(float, expm1, float)
WEFT_UNARY(double, expm1, double)
WEFT_HALF_UNARY(half, expm1)
