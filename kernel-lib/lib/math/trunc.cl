// SPDX-License-Identifier: Apache-2.0
// trunc(x): rounds towards zero to an integer. Exact.
#include "weft_math.h"

float WEFT_INLINE
trunc(float x)
{
    return __builtin_elementwise_trunc(x);
}

double WEFT_INLINE
trunc(double x)
{
    return __builtin_elementwise_trunc(x);
}

WEFT_UNARY(float, trunc, float)
WEFT_UNARY(double, trunc, double)
