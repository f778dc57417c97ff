// SPDX-License-Identifier: Apache-2.0
// half_cos(x): cos with at least 10 bits of accuracy (8192 ULP). For |x| < 2^17, error 2^-19.
#include "weft_math_trigf.h"

float WEFT_INLINE
half_cos(float x)
{
    int n;
    float r = __weft_trigf_bounded(__weft_trigf_reduce_medium(__weft_abs(x), &n));

    return __weft_trigf_quadrant(__weft_native_sinf_poly(r), __weft_native_cosf_poly(r), n + 1);
}

WEFT_UNARY(float, half_cos, float)
