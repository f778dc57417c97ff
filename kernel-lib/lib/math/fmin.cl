// SPDX-License-Identifier: Apache-2.0
// fmin(x, y): the lesser of both; of a NaN and a number, the number. Exact.
#include "weft_math.h"

float WEFT_INLINE
fmin(float x, float y)
{
    return __builtin_elementwise_minnum(x, y);
}

double WEFT_INLINE
fmin(double x, double y)
{
    return __builtin_elementwise_minnum(x, y);
}

half WEFT_INLINE
fmin(half x, half y)
{
    return __builtin_elementwise_minnum(x, y);
}

WEFT_BINARY(float, fmin, float, float)
WEFT_BINARY_VS(float, fmin, float, float)
WEFT_BINARY(double, fmin, double, double)
WEFT_BINARY_VS(double, fmin, double, double)
WEFT_BINARY(half, fmin, half, half)
WEFT_BINARY_VS(half, fmin, half, half)
