// SPDX-License-Identifier: Apache-2.0
// rootn(x, n): x to the power 1/n.
//
// 2^(log2 |x| / n) in double arithmetic: log2 with a relative error of 2^-45, exp2 of 2^-34 (weft_math_powf.h).
// Allowed 16 ULP, measured 0.50.
#include "weft_math_pow.h"
#include "weft_math_powf.h"

float WEFT_FN
rootn(float x, int n)
{
    float r = __weft_exp2_to_float(__weft_log2_wide_special(__weft_abs(x)) / (double)n);

    r = n & 1 ? __weft_xor_sign(r, as_uint(x)) : r;
    return n == 0 || (x < 0.0f && !(n & 1)) ? WEFT_NANF : r;
}

// double: log2 and 1/n in two doubles each, exact where the result is a double
// (weft_math_pow.h). Measured 0.65.
double WEFT_FN
rootn(double x, int n)
{
    double d = n == 0 ? 1.0 : (double)n;
    double y = 1.0 / d;
    double l_lo;
    double l = __weft_log2_dd_special(__weft_abs(x), &l_lo);
    double r = __weft_exp2_dd_product(l, l_lo, y, __weft_fma(-y, d, 1.0) * y);

    r = n & 1 ? __weft_xor_sign(r, as_ulong(x)) : r;
    return n == 0 || (x < 0.0 && !(n & 1)) ? WEFT_NAN : r;
}

WEFT_BINARY(float, rootn, float, int)
WEFT_BINARY(double, rootn, double, int)
WEFT_HALF_BINARY(rootn, int)
