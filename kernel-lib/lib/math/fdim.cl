// SPDX-License-Identifier: Apache-2.0
// fdim(x, y): x - y if that is positive, else +0. Exact to rounding.
#include "weft_math.h"

float WEFT_INLINE
fdim(float x, float y)
{
    return x <= y ? 0.0f : x - y;
}

double WEFT_INLINE
fdim(double x, double y)
{
    return x <= y ? 0.0 : x - y;
}

half WEFT_INLINE
fdim(half x, half y)
{
    return x <= y ? 0.0h : x - y;
}

WEFT_BINARY(float, fdim, float, float)
WEFT_BINARY(double, fdim, double, double)
WEFT_BINARY(half, fdim, half, half)
