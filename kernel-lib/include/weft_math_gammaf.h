// SPDX-License-Identifier: Apache-2.0
// The gamma function of float arguments in double arithmetic.
//
// For x >= 3: log gamma(x) = (x - 1/2) log x - x + log(2 pi)/2 + m(1/x^2)/x with m of degree 5, absolute error of the
// logarithm below 2^-36. Smaller x go up by 3 first. Constants: sollya gen/float_gamma.sollya.
#ifndef WEFT_MATH_GAMMAF_H
#define WEFT_MATH_GAMMAF_H

#include "weft_math_exp.h"
#include "weft_math_powf.h"

// Stirling's remainder for x >= 3.
WEFT_HELPER double
__weft_stirling_remainder(double x)
{
    double v = 1.0 / x;

    return v * __weft_poly(v * v, 0x1.5555555533846p-4, -0x1.6c16b7365222fp-9, 0x1.a00891137e70ep-11,
                           -0x1.35433c61e2adap-11, 0x1.81f557b3f6051p-11, -0x1.b29f42a8702c4p-11);
}

// x >= 0: sin(pi x) up to its sign, relative error 2^-43: x = n + r, |r| <= 1/2, only the low bits of n.
WEFT_HELPER double
__weft_sinpi_wide(double x, int *n)
{
    double y = x - 2.0 * __builtin_elementwise_floor(x * 0.5);
    double r = y - __weft_round_bits(y, n);
    double p = __weft_poly(r * r, 0x1.921fb54442b5fp1, -0x1.4abbce6247edcp2, 0x1.466bc66dc833cp1, -0x1.32d2c96c7400dp-1,
                           0x1.5076fea33abc6p-4, -0x1.e297d0948f793p-8, 0x1.d4ec7808ff343p-12);

    return r * p;
}

// log |gamma(x)| for x > 0, finite; relative error below 2^-34, near its zeros at 1 and 2 too.
WEFT_HELPER double
__weft_lgamma_positive(double x)
{
    bool small = x < 3.0;
    double up = small ? x + 3.0 : x;
    double product = small ? x * (x + 1.0) * (x + 2.0) : 1.0;
    double stirling =
        (up - 0.5) * (__weft_log2_wide(up) * WEFT_LN2) - up + 0x1.d67f1c864beb5p-1 + __weft_stirling_remainder(up);
    // Around 1 and 2: log gamma(2 + t) = t g(t), log gamma(1 + t) = log gamma(2 + t) - log(1 + t).
    bool below = x < 1.5;
    double t = below ? x - 1.0 : x - 2.0;
    double g =
        __weft_poly(t, -0x1.38ab517b13888p-10, 0x1.0b5130cee87edp-11, -0x1.d452eac55b77bp-13, 0x1.9bbc1673891b7p-14,
                    -0x1.71cd5f822a5a8p-15, 0x1.9ae91c416e7c4p-16, -0x1.85d381ab2e271p-17);
    bool middle = __weft_abs(x - 1.5) <= 1.0;
    double l = __weft_log2_wide(middle ? x : product) * WEFT_LN2;

    g = __weft_more(t, g, -0x1.e404ff3f3375dp-8, 0x1.7adcf1980c666p-9);
    g = __weft_more(t, g, 0x1.b0ee60720912p-2, 0x1.4a34cc4a4ee03p-2, -0x1.13e001a474b9dp-4, 0x1.51322b45e01b8p-6);
    g = below ? t * g - l : t * g;
    return middle ? g : stirling - l;
}

// log |gamma(x)|; x < 0 by reflection.
WEFT_HELPER float
__weft_lgammaf(float x)
{
    double a = (double)__weft_abs(x);
    bool pole = x <= 0.0f && __builtin_elementwise_floor(x) == x;
    double r = __weft_lgamma_positive(a);
    int n;
    double s = __weft_abs(__weft_sinpi_wide(a, &n));

    // log(pi / (a |sin(pi a)|)) - log gamma(a)
    r = x < 0.0f ? 0x1.250d048e7a1bdp0 - __weft_log2_wide(a * s) * WEFT_LN2 - r : r;
    r = pole ? WEFT_INF : r;
    r = __weft_abs(x) == WEFT_INFF ? WEFT_INF : r;
    return (float)r;
}

#endif
