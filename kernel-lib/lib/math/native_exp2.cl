// SPDX-License-Identifier: Apache-2.0
// native_exp2(x): exp2, fast. Error 2^-18.
#include "weft_math_expf.h"

float WEFT_INLINE
native_exp2(float x)
{
    return __weft_native_exp2f(x);
}

WEFT_UNARY(float, native_exp2, float)
