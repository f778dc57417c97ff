// SPDX-License-Identifier: Apache-2.0
// mad(a, b, c): a * b + c. As fma: one rounding is as good as any.
#include "weft_math.h"

float WEFT_INLINE
mad(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}

double WEFT_INLINE
mad(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}

WEFT_TERNARY(float, mad, float, float, float)
WEFT_TERNARY(double, mad, double, double, double)
