// SPDX-License-Identifier: Apache-2.0
// remquo(x, y, quo): remainder(x, y), and the low seven bits of the quotient with its sign in *quo. Exact.
#include "weft_math_remainder.h"
#include "weft_math_remainderf.h"

float WEFT_MEM
remquo(float x, float y, int *quo)
{
    return __weft_remquof(x, y, quo);
}

// double: long division of the significands (weft_math_remainder.h).
double WEFT_MEM
remquo(double x, double y, int *quo)
{
    return __weft_remquo(x, y, quo);
}

WEFT_BINARY_OUT(float, remquo, float, float, int)
WEFT_BINARY_OUT(double, remquo, double, double, int)
WEFT_HALF_BINARY_OUT(remquo, int)
