// SPDX-License-Identifier: Apache-2.0
// fabs(x): the magnitude of x. Exact.
#include "weft_math.h"

float WEFT_INLINE
fabs(float x)
{
    return __builtin_elementwise_abs(x);
}

double WEFT_INLINE
fabs(double x)
{
    return __builtin_elementwise_abs(x);
}

WEFT_UNARY(float, fabs, float)
WEFT_UNARY(double, fabs, double)
