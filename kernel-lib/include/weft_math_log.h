// SPDX-License-Identifier: Apache-2.0
// The cores of the double logarithms: x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), f exact.
//
// log(1 + f) = f - f^2/2 + s (f^2/2 + R(s^2)) with s = f/(2 + f), since log(1 + f) = 2 atanh s; R of degree 7, relative
// error 2^-51, which is 2^-57 of the logarithm. Constants: sollya gen/double_exp_log.sollya.
#ifndef WEFT_MATH_LOG_H
#define WEFT_MATH_LOG_H

#include "weft_math.h"

// For x normal and positive.
WEFT_HELPER double
__weft_log_reduce_normal(double x, int *k)
{
    ulong i = as_ulong(x) - 0x3fe6a09e667f3bcdul;

    // The exponent fits 32 bits, and vector units convert int, not long.
    *k = (int)(uint)(i >> 32) >> 20;
    return as_double((i & 0xffffffffffffful) + 0x3fe6a09e667f3bcdul) - 1.0;
}

// For x positive and finite.
WEFT_HELPER double
__weft_log_reduce(double x, double *k)
{
    bool tiny = x < 0x1p-1022;
    int n;
    double f = __weft_log_reduce_normal(tiny ? x * 0x1p54 : x, &n);

    *k = (double)(tiny ? n - 54 : n);
    return f;
}

// r, except where the logarithm of x is special.
WEFT_HELPER double
__weft_log_special(double x, double r)
{
    r = x < WEFT_INF ? r : x;
    r = x < 0.0 ? WEFT_NAN : r;
    return x == 0.0 ? -WEFT_INF : r;
}

// s (f^2/2 + R(s^2)); *square is f^2/2.
WEFT_HELPER double
__weft_log_tail(double f, double *square)
{
    double s = f / (2.0 + f);
    double z = s * s;
    double r = z * __weft_poly(z, 0x1.5555555555558p-1, 0x1.9999999995303p-2, 0x1.2492492df3035p-2,
                               0x1.c71c62e0b72cbp-3, 0x1.7462b661a6659p-3, 0x1.39fe212aea87bp-3, 0x1.2b5b8533b7489p-3);

    *square = 0.5 * f * f;
    return s * (*square + r);
}

// k log 2 + log(1 + f)
WEFT_HELPER double
__weft_log_combine(double k, double f)
{
    double square;
    double tail = __weft_horner(k, 0x1.abc9e3b39803fp-56, __weft_log_tail(f, &square));

    return __weft_horner(k, 0x1.62e42fefa39efp-1, f - (square - tail));
}

// log(1 + f) times a constant given in two doubles, in two doubles.
WEFT_HELPER double
__weft_log_times(double f, double c, double c_lo, double *lo)
{
    double square;
    double tail = __weft_log_tail(f, &square);
    double hi = f - square;
    double rest = ((f - hi) - square) + tail;
    double product = hi * c;

    *lo = __weft_fma(hi, c, -product) + __weft_fma(hi, c_lo, rest * c);
    return product;
}

// log(1 + x) for x > -1, finite: 2^-k (1 + x) - 1 is formed with one rounding.
WEFT_HELPER double
__weft_log1p(double x)
{
    int k;
    double s;

    __weft_log_reduce_normal(1.0 + x, &k);
    // k can be 1024, where 2^-k is no normal number.
    s = __weft_pow2d(60 - k) * 0x1p-60;
    return __weft_log_combine((double)k, __weft_fma(s, x, s - 1.0));
}

#endif
