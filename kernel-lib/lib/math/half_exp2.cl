// SPDX-License-Identifier: Apache-2.0
// half_exp2(x): exp2 with at least 10 bits of accuracy (8192 ULP). Error 2^-18.
#include "weft_math_expf.h"

float WEFT_INLINE
half_exp2(float x)
{
    return __weft_native_exp2f(x);
}

WEFT_UNARY(float, half_exp2, float)
