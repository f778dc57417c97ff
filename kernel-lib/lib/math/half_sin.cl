// SPDX-License-Identifier: Apache-2.0
// half_sin(x): sin with at least 10 bits of accuracy (8192 ULP). For |x| < 2^17, error 2^-19.
#include "weft_math_trigf.h"

float WEFT_INLINE
half_sin(float x)
{
    int n;
    float r = __weft_trigf_bounded(__weft_trigf_reduce_medium(__weft_abs(x), &n));
    float s = __weft_trigf_quadrant(__weft_native_sinf_poly(r), __weft_native_cosf_poly(r), n);

    return __weft_xor_sign(s, as_uint(x));
}

WEFT_UNARY(float, half_sin, float)
