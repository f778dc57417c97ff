// SPDX-License-Identifier: Apache-2.0
// sqrt(x): square root, correctly rounded.
#include "weft_math.h"

float WEFT_INLINE
sqrt(float x)
{
    return __builtin_elementwise_sqrt(x);
}

double WEFT_INLINE
sqrt(double x)
{
    return __builtin_elementwise_sqrt(x);
}

WEFT_UNARY(float, sqrt, float)
WEFT_UNARY(double, sqrt, double)
