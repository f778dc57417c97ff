// SPDX-License-Identifier: Apache-2.0
// native_tan(x): tan, fast. For |x| < 2^17, error 2^-18.
#include "weft_math_trigf.h"

float WEFT_INLINE
native_tan(float x)
{
    int n;
    float r = __weft_trigf_reduce_medium(__weft_abs(x), &n);
    float s = __weft_native_sinf_poly(r);
    float c = __weft_native_cosf_poly(r);

    return __weft_xor_sign(n & 1 ? -c / s : s / c, as_uint(x));
}

WEFT_UNARY(float, native_tan, float)
