// SPDX-License-Identifier: Apache-2.0
// half_sqrt(x): sqrt with at least 10 bits of accuracy (8192 ULP).
#include "weft_math.h"

float WEFT_INLINE
half_sqrt(float x)
{
    return __builtin_elementwise_sqrt(x);
}

WEFT_UNARY(float, half_sqrt, float)
