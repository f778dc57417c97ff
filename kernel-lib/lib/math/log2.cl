// SPDX-License-Identifier: Apache-2.0
// log2(x): logarithm to base 2.
//
// x = 2^k (1 + f), k + log2(1 + f), polynomial of degree 10 whose first coefficient is two floats, relative error
// 2^-27.7. Constants: sollya gen/float_log.sollya. Allowed 3 ULP, measured 0.88.
#include "weft_math_log.h"
#include "weft_math_logf.h"

// k + log2(1 + f)
WEFT_HELPER float
combine(float k, float f)
{
    float p = __weft_poly(f, 0x1.277efap-2f, -0x1.eab108p-3f, 0x1.a2e4c8p-3f, -0x1.877d6ap-3f, 0x1.7e1cfep-3f,
                          -0x1.c3826cp-4f);

    p = __weft_more(f, p, 0x1.4ae0cp-26f, -0x1.71547p-1f, 0x1.ec7094p-2f, -0x1.715acap-2f);
    return __weft_fma(f, 0x1.715476p0f, f * p) + k;
}

float WEFT_FN
log2(float x)
{
    return WEFT_LOGF(x, combine);
}

// double: log(1 + f) times 1/log(2) in two doubles each (weft_math_log.h). Measured 0.80.
double WEFT_FN
log2(double x)
{
    double k;
    double f = __weft_log_reduce(x, &k);
    double l_lo;
    double l = __weft_log_times(f, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56, &l_lo);
    double r = k + l;

    return __weft_log_special(x, r + ((l - (r - k)) + l_lo));
}

WEFT_UNARY(float, log2, float)
WEFT_UNARY(double, log2, double)
WEFT_HALF_UNARY(half, log2)
