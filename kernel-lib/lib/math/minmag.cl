// SPDX-License-Identifier: Apache-2.0
// minmag(x, y): the one of lesser magnitude; of equal ones, fmin(x, y). Exact.
#include "weft_math.h"

float WEFT_INLINE
minmag(float x, float y)
{
    float ax = __weft_abs(x);
    float ay = __weft_abs(y);
    float r = __builtin_elementwise_minnum(x, y);

    r = ax < ay ? x : r;
    return ay < ax ? y : r;
}

double WEFT_INLINE
minmag(double x, double y)
{
    double ax = __weft_abs(x);
    double ay = __weft_abs(y);
    double r = __builtin_elementwise_minnum(x, y);

    r = ax < ay ? x : r;
    return ay < ax ? y : r;
}

half WEFT_INLINE
minmag(half x, half y)
{
    half ax = __weft_abs(x);
    half ay = __weft_abs(y);
    half r = __builtin_elementwise_minnum(x, y);

    r = ax < ay ? x : r;
    return ay < ax ? y : r;
}

WEFT_BINARY(float, minmag, float, float)
WEFT_BINARY(double, minmag, double, double)
WEFT_BINARY(half, minmag, half, half)
