// SPDX-License-Identifier: Apache-2.0
// log10(x): logarithm to base 10.
//
// x = 2^k (1 + f), k log10(2) + log10(1 + f), polynomial of degree 10 whose first coefficient is two floats, relative
// error 2^-27.7. Constants: sollya gen/float_log.sollya. Allowed 3 ULP, measured 0.87.
#include "weft_math_log.h"
#include "weft_math_logf.h"

// k log10(2) + log10(1 + f)
WEFT_HELPER float
combine(float k, float f)
{
    float p = __weft_poly(f, 0x1.63d014p-4f, -0x1.276fd8p-4f, 0x1.f867d6p-5f, -0x1.d7401cp-5f, 0x1.cc026ap-5f,
                          -0x1.100a1p-5f);
    float r;

    p = __weft_more(f, p, -0x1.5b235ep-27f, -0x1.bcb7aap-3f, 0x1.287a7p-3f, -0x1.bcbf2ap-4f);
    r = __weft_fma(f, 0x1.bcb7b2p-2f, __weft_fma(k, -0x1.ec10cp-27f, f * p));
    return __weft_fma(k, 0x1.344136p-2f, r);
}

float WEFT_FN
log10(float x)
{
    return WEFT_LOGF(x, combine);
}

// double: log(1 + f) times 1/log(10) and k log10(2) in two doubles each (weft_math_log.h). Measured 0.72.
double WEFT_FN
log10(double x)
{
    double k;
    double f = __weft_log_reduce(x, &k);
    double l_lo;
    double l = __weft_log_times(f, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, &l_lo);
    double m = k * 0x1.34413509f79ffp-2;
    double m_lo = __weft_fma(k, 0x1.34413509f79ffp-2, -m) + k * -0x1.9dc1da994fd21p-59;
    double r = m + l;

    return __weft_log_special(x, r + ((l - (r - m)) + (l_lo + m_lo)));
}

WEFT_UNARY(float, log10, float)
WEFT_UNARY(double, log10, double)
WEFT_HALF_UNARY(half, log10)
