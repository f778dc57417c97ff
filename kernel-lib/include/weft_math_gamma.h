// SPDX-License-Identifier: Apache-2.0
// The gamma function of double arguments.
//
// For x >= 5: log gamma(x) = (x - 1/2) log x - x + log(2 pi)/2 + m(1/x^2)/x with m of degree 7, absolute error of
// m(u)/x 2^-58. Smaller x go up by 5 first. Constants: sollya gen/double_special.sollya.
#ifndef WEFT_MATH_GAMMA_H
#define WEFT_MATH_GAMMA_H

#include "weft_math_pow.h"
#include "weft_math_trig.h"

// Stirling's remainder for x >= 5.
WEFT_HELPER double
__weft_stirling_remainder_double(double x)
{
    double v = 1.0 / x;

    return v * __weft_poly(v * v, 0x1.5555555555554p-4, -0x1.6c16c16bfd6a9p-9, 0x1.a01a00d7cbeb7p-11,
                           -0x1.3812e3b0d3e4dp-11, 0x1.b9139b1a7918dp-11, -0x1.efce14b26ce67p-10, 0x1.6bf1a3720ea51p-8,
                           -0x1.b2be2aa964d7fp-7);
}

// log2 gamma(x + x_lo) for x >= 5 in two doubles.
WEFT_HELPER double
__weft_log2_gamma_dd(double x, double x_lo, double *lo)
{
    double l_lo;
    double l = __weft_log2_dd(x, &l_lo);
    double h = x - 0.5;
    double v = h * l;
    double v_lo = __weft_fma(h, l, -v) + __weft_fma(h, l_lo, x_lo * l);
    double e = x * -WEFT_LOG2E;
    double e_lo = __weft_fma(x, -WEFT_LOG2E, -e) + x * -0x1.777d0ffda0d24p-56;
    double main_lo;
    double main = __weft_two_sum(v, e, &main_lo);
    double rest = __weft_fma(__weft_stirling_remainder_double(x), WEFT_LOG2E, 0x1.536439a4c6efcp0);
    double sum_lo;
    double sum = __weft_two_sum(main, rest, &sum_lo);

    *lo = sum_lo + (main_lo + (v_lo + e_lo));
    return sum;
}

// x >= 0: |sin(pi x)|, and floor(x) mod 2.
WEFT_HELPER double
__weft_sinpi_magnitude(double x, int *odd)
{
    double y = x - 2.0 * __builtin_elementwise_floor(x * 0.5);
    double r = __weft_abs(y - __builtin_elementwise_roundeven(y));
    bool middle = r > 0.25;
    double t = middle ? 0.5 - r : r;

    *odd = y >= 1.0;
    return middle ? __weft_cospi_poly(t) : __weft_sinpi_poly(t);
}

// log |gamma(x)| for x > 0, finite, near its zeros at 1 and 2 with a small relative error too.
WEFT_HELPER double
__weft_lgamma_positive_double(double x)
{
    bool small = x < 5.0;
    double up = small ? x + 5.0 : x;
    double product = small ? x * (x + 1.0) * (x + 2.0) * (x + 3.0) * (x + 4.0) : 1.0;
    double v_lo;
    bool huge = x > 0x1p900;
    double v = __weft_log2_gamma_dd(huge ? 0x1p900 : up, 0.0, &v_lo);
    bool middle = __weft_abs(x - 1.5) <= 1.0;
    bool below = x < 1.5;
    double t = below ? x - 1.0 : x - 2.0;
    double g =
        __weft_poly(t, -0x1.78d8e169020bcp-15, 0x1.5804a55439bfep-16, -0x1.3d4e7e33da297p-17, 0x1.2666238e422c4p-18,
                    -0x1.08edde75cb86fp-19, 0x1.eb4a6d4f7521ap-21, -0x1.383705887dfabp-21, 0x1.30459bd1bf1f9p-22);
    double k;
    double f = __weft_log_reduce(middle || huge ? x : product, &k);
    double l = __weft_log_combine(k, f);

    g = __weft_more(t, g, 0x1.7add6eaed39f8p-9, -0x1.38ac5bfb32efdp-10, 0x1.0b36af0635cf4p-11, -0x1.d3fd6b4ca2eafp-13,
                    0x1.a127eff2734cep-14);
    g = __weft_more(t, g, 0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa7p-2, -0x1.13e001a557544p-4, 0x1.51322ac7d7b55p-6,
                    -0x1.e404fc21dd16p-8);
    g = below ? t * g - l : t * g;
    v = __weft_fma(v, WEFT_LN2, __weft_fma(v, WEFT_LN2_LO, v_lo * WEFT_LN2)) - l;
    // x log x - x is all that counts there, and may overflow.
    v = huge ? x * (l - 1.0) : v;
    return middle ? g : v;
}

// log |gamma(x)|; x < 0 by reflection.
WEFT_HELPER double
__weft_lgamma(double x)
{
    double a = __weft_abs(x);
    bool pole = x <= 0.0 && __builtin_elementwise_floor(x) == x;
    double r = __weft_lgamma_positive_double(a);
    int odd;
    double s = __weft_sinpi_magnitude(a, &odd);
    double k;
    double f = __weft_log_reduce(a * s, &k);

    // log(pi / (a |sin(pi a)|)) - log gamma(a). Near 0 it is an even function, and a * s no double.
    r = x < 0.0 && a >= 0x1p-60 ? 0x1.250d048e7a1bdp0 - __weft_log_combine(k, f) - r : r;
    r = pole ? WEFT_INF : r;
    r = a == WEFT_INF ? WEFT_INF : r;
    return r;
}

#endif
