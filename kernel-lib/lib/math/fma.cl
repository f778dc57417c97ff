// SPDX-License-Identifier: Apache-2.0
// fma(a, b, c): a * b + c, rounded once. Exact.
#include "weft_math.h"

float WEFT_INLINE
fma(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}

double WEFT_INLINE
fma(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}

WEFT_TERNARY(float, fma, float, float, float)
WEFT_TERNARY(double, fma, double, double, double)
