// SPDX-License-Identifier: Apache-2.0
// ceil(x): rounds up to an integer. Exact.
#include "weft_math.h"

float WEFT_INLINE
ceil(float x)
{
    return __builtin_elementwise_ceil(x);
}

double WEFT_INLINE
ceil(double x)
{
    return __builtin_elementwise_ceil(x);
}

WEFT_UNARY(float, ceil, float)
WEFT_UNARY(double, ceil, double)
