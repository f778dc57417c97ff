// SPDX-License-Identifier: Apache-2.0
// modf(x, ip): the fraction of x, with its integral part in *ip; both have the sign of x. Exact.
#include "weft_math.h"

float WEFT_MEM
modf(float x, float *ip)
{
    float t = __builtin_elementwise_trunc(x);

    *ip = t;
    return __weft_copysign(__weft_abs(x) == WEFT_INFF ? 0.0f : x - t, x);
}

double WEFT_MEM
modf(double x, double *ip)
{
    double t = __builtin_elementwise_trunc(x);

    *ip = t;
    return __weft_copysign(__weft_abs(x) == WEFT_INF ? 0.0 : x - t, x);
}

WEFT_UNARY_OUT(float, modf, float, float)
WEFT_UNARY_OUT(double, modf, double, double)
WEFT_HALF_UNARY_OUT(modf, half)
