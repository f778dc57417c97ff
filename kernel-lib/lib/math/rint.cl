// SPDX-License-Identifier: Apache-2.0
// rint(x): rounds to the nearest integer, ties to even, whatever the rounding mode. Exact.
#include "weft_math.h"

float WEFT_INLINE
rint(float x)
{
    return __builtin_elementwise_roundeven(x);
}

double WEFT_INLINE
rint(double x)
{
    return __builtin_elementwise_roundeven(x);
}

WEFT_UNARY(float, rint, float)
WEFT_UNARY(double, rint, double)
