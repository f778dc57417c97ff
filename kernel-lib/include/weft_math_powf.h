// SPDX-License-Identifier: Apache-2.0
// Logarithm and exponential in double arithmetic for float builtins that need a few more bits than float has.
//
// log2: x = 2^k m, sqrt(1/2) <= m < sqrt(2), s = (m - 1)/(m + 1), log2 m = s P(s^2), relative error 2^-45.
// exp2: a polynomial of degree 7 on [-1/2, 1/2], relative error 2^-34.
// Constants: sollya gen/float_log.sollya, gen/float_exp.sollya.
#ifndef WEFT_MATH_POWF_H
#define WEFT_MATH_POWF_H

#include "weft_math.h"

// log2 x for x > 0, finite and normal as a double.
WEFT_HELPER double
__weft_log2_wide(double x)
{
    ulong i = as_ulong(x) - 0x3fe6a09e667f3bcdul;
    // The exponent fits 32 bits, and vector units convert int, not long.
    int k = (int)(uint)(i >> 32) >> 20;
    double m = as_double((i & 0xffffffffffffful) + 0x3fe6a09e667f3bcdul);
    double s = (m - 1.0) / (m + 1.0);
    double p = __weft_poly(s * s, 0x1.71547652b8251p1, 0x1.ec709dc53ce55p-1, 0x1.2776c29288583p-1, 0x1.a61a2f6dde01dp-2,
                           0x1.47953955396cep-2, 0x1.21b2a6d45bc86p-2);

    return __weft_fma(s, p, (double)k);
}

// log2 x for x >= 0 with its special values.
WEFT_HELPER double
__weft_log2_wide_special(float x)
{
    double r = __weft_log2_wide((double)x);

    r = x < WEFT_INFF ? r : (double)x;
    return x == 0.0f ? -WEFT_INF : r;
}

// 2^v in double, as v were not beyond +-1000.
WEFT_HELPER double
__weft_exp2_wide(double v)
{
    double c = __weft_at_least(__weft_at_most(v, 1000.0), -1000.0);
    int n;
    double nd = __weft_round_bits(c, &n);
    double p = __weft_poly(c - nd, 1.0, 0x1.62e42ff0e1924p-1, 0x1.ebfbe077872abp-3, 0x1.c6b08ac06bc42p-5,
                           0x1.3b29f39d4a1d3p-7, 0x1.5d8a85fe91d63p-10, 0x1.445c840617dp-13, 0x1.fde5fe517c13p-17);

    return p * __weft_pow2d(n);
}

// 2^v rounded to float, with denormals, overflow and NaN.
WEFT_HELPER float
__weft_exp2_to_float(double v)
{
    return (float)__weft_exp2_wide(v);
}

#endif
