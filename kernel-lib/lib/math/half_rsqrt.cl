// SPDX-License-Identifier: Apache-2.0
// half_rsqrt(x): rsqrt with at least 10 bits of accuracy (8192 ULP).
#include "weft_math.h"

float WEFT_INLINE
half_rsqrt(float x)
{
    return 1.0f / __builtin_elementwise_sqrt(x);
}

WEFT_UNARY(float, half_rsqrt, float)
