// SPDX-License-Identifier: Apache-2.0
// round(x): rounds to the nearest integer, ties away from zero. Exact.
#include "weft_math.h"

float WEFT_INLINE
round(float x)
{
    return __builtin_elementwise_round(x);
}

double WEFT_INLINE
round(double x)
{
    return __builtin_elementwise_round(x);
}

half WEFT_INLINE
round(half x)
{
    return __builtin_elementwise_round(x);
}

WEFT_UNARY(float, round, float)
WEFT_UNARY(double, round, double)
WEFT_UNARY(half, round, half)
