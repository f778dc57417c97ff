// SPDX-License-Identifier: Apache-2.0
// native_exp10(x): exp10, fast. Error 2^-17.
#include "weft_math_expf.h"

float WEFT_INLINE
native_exp10(float x)
{
    return __weft_native_exp2f(x * 0x1.a934fp1f);
}

WEFT_UNARY(float, native_exp10, float)
