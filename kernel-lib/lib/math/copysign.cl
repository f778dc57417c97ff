// SPDX-License-Identifier: Apache-2.0
// copysign(x, y): the magnitude of x with the sign of y. Exact.
#include "weft_math.h"

float WEFT_INLINE
copysign(float x, float y)
{
    return __builtin_copysignf(x, y);
}

double WEFT_INLINE
copysign(double x, double y)
{
    return __builtin_copysign(x, y);
}

half WEFT_INLINE
copysign(half x, half y)
{
    return __builtin_elementwise_copysign(x, y);
}

WEFT_BINARY(float, copysign, float, float)
WEFT_BINARY(double, copysign, double, double)
WEFT_BINARY(half, copysign, half, half)
