// SPDX-License-Identifier: Apache-2.0
// half_exp(x): exp with at least 10 bits of accuracy (8192 ULP). Error 2^-17.
#include "weft_math_expf.h"

float WEFT_INLINE
half_exp(float x)
{
    return __weft_native_exp2f(x * WEFT_LOG2EF);
}

WEFT_UNARY(float, half_exp, float)
