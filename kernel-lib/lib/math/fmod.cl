// SPDX-License-Identifier: Apache-2.0
// fmod(x, y): x - y trunc(x / y). Exact.
#include "weft_math_remainder.h"
#include "weft_math_remainderf.h"

float WEFT_FN
fmod(float x, float y)
{
    float ax = __weft_abs(x);
    float ay = __weft_abs(y);
    bool valid = ax < WEFT_INFF && ay > 0.0f;
    double d = ay < WEFT_INFF ? (double)ay : 0x1p200;
    double q;
    double r = __weft_fmod_wide(valid ? (double)ax : 0.0, valid ? d : 1.0, &q);

    return valid ? __weft_copysign((float)r, x) : WEFT_NANF;
}

// double: long division of the significands (weft_math_remainder.h).
double WEFT_FN
fmod(double x, double y)
{
    double ax = __weft_abs(x);
    double ay = __weft_abs(y);
    bool valid = ax < WEFT_INF && ay > 0.0;
    double m;
    int e;
    int low;
    double r = __weft_fmod(valid ? ax : 0.0, valid && ay < WEFT_INF ? ay : 1.0, &m, &e, &low);

    r = ax < ay ? ax : __weft_remainder_scale(r, e);
    return valid ? __weft_copysign(r, x) : WEFT_NAN;
}

WEFT_BINARY(float, fmod, float, float)
WEFT_BINARY(double, fmod, double, double)
WEFT_HALF_BINARY(fmod, half)
