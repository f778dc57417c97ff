// SPDX-License-Identifier: Apache-2.0
// half_exp10(x): exp10 with at least 10 bits of accuracy (8192 ULP). Error 2^-17.
#include "weft_math_expf.h"

float WEFT_INLINE
half_exp10(float x)
{
    return __weft_native_exp2f(x * 0x1.a934fp1f);
}

WEFT_UNARY(float, half_exp10, float)
