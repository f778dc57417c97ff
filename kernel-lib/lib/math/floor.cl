// SPDX-License-Identifier: Apache-2.0
// floor(x): rounds down to an integer. Exact.
#include "weft_math.h"

float WEFT_INLINE
floor(float x)
{
    return __builtin_elementwise_floor(x);
}

double WEFT_INLINE
floor(double x)
{
    return __builtin_elementwise_floor(x);
}

WEFT_UNARY(float, floor, float)
WEFT_UNARY(double, floor, double)
