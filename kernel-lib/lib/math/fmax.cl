// SPDX-License-Identifier: Apache-2.0
// fmax(x, y): the greater of both; of a NaN and a number, the number. Exact.
#include "weft_math.h"

float WEFT_INLINE
fmax(float x, float y)
{
    return __builtin_elementwise_maxnum(x, y);
}

double WEFT_INLINE
fmax(double x, double y)
{
    return __builtin_elementwise_maxnum(x, y);
}

half WEFT_INLINE
fmax(half x, half y)
{
    return __builtin_elementwise_maxnum(x, y);
}

WEFT_BINARY(float, fmax, float, float)
WEFT_BINARY_VS(float, fmax, float, float)
WEFT_BINARY(double, fmax, double, double)
WEFT_BINARY_VS(double, fmax, double, double)
WEFT_BINARY(half, fmax, half, half)
WEFT_BINARY_VS(half, fmax, half, half)
