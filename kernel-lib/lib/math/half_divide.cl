// SPDX-License-Identifier: Apache-2.0
// half_divide(x, y): x / y with at least 10 bits of accuracy (8192 ULP).
#include "weft_math.h"

float WEFT_INLINE
half_divide(float x, float y)
{
    return x / y;
}

WEFT_BINARY(float, half_divide, float, float)
