// SPDX-License-Identifier: Apache-2.0
// remainder(x, y): x - n y, n the integer nearest x / y, ties to even. Exact.
#include "weft_math_remainder.h"
#include "weft_math_remainderf.h"

float WEFT_FN
remainder(float x, float y)
{
    int n;

    return __weft_remquof(x, y, &n);
}

// double: long division of the significands (weft_math_remainder.h).
double WEFT_FN
remainder(double x, double y)
{
    int n;

    return __weft_remquo(x, y, &n);
}

WEFT_BINARY(float, remainder, float, float)
WEFT_BINARY(double, remainder, double, double)
WEFT_HALF_BINARY(remainder, half)
