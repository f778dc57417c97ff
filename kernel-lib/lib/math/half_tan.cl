// SPDX-License-Identifier: Apache-2.0
// half_tan(x): tan with at least 10 bits of accuracy (8192 ULP). For |x| < 2^17, error 2^-18.
#include "weft_math_trigf.h"

float WEFT_INLINE
half_tan(float x)
{
    int n;
    float r = __weft_trigf_bounded(__weft_trigf_reduce_medium(__weft_abs(x), &n));
    float s = __weft_native_sinf_poly(r);
    float c = __weft_native_cosf_poly(r);

    return __weft_xor_sign(n & 1 ? -c / s : s / c, as_uint(x));
}

WEFT_UNARY(float, half_tan, float)
