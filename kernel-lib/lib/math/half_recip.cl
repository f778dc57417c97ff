// SPDX-License-Identifier: Apache-2.0
// half_recip(x): 1 / x with at least 10 bits of accuracy (8192 ULP).
#include "weft_math.h"

float WEFT_INLINE
half_recip(float x)
{
    return 1.0f / x;
}

WEFT_UNARY(float, half_recip, float)
