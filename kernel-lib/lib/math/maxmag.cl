// SPDX-License-Identifier: Apache-2.0
// maxmag(x, y): the one of greater magnitude; of equal ones, fmax(x, y). Exact.
#include "weft_math.h"

float WEFT_INLINE
maxmag(float x, float y)
{
    float ax = __weft_abs(x);
    float ay = __weft_abs(y);
    float r = __builtin_elementwise_maxnum(x, y);

    r = ax > ay ? x : r;
    return ay > ax ? y : r;
}

double WEFT_INLINE
maxmag(double x, double y)
{
    double ax = __weft_abs(x);
    double ay = __weft_abs(y);
    double r = __builtin_elementwise_maxnum(x, y);

    r = ax > ay ? x : r;
    return ay > ax ? y : r;
}

half WEFT_INLINE
maxmag(half x, half y)
{
    half ax = __weft_abs(x);
    half ay = __weft_abs(y);
    half r = __builtin_elementwise_maxnum(x, y);

    r = ax > ay ? x : r;
    return ay > ax ? y : r;
}

WEFT_BINARY(float, maxmag, float, float)
WEFT_BINARY(double, maxmag, double, double)
WEFT_BINARY(half, maxmag, half, half)
