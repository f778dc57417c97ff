// SPDX-License-Identifier: Apache-2.0
// native_exp(x): exp, fast. Error 2^-17.
#include "weft_math_expf.h"

float WEFT_INLINE
native_exp(float x)
{
    return __weft_native_exp2f(x * WEFT_LOG2EF);
}

WEFT_UNARY(float, native_exp, float)
