// SPDX-License-Identifier: Apache-2.0
// Logarithm and exponential to base 2 with double-double accuracy, for pow and its kin and the gamma function.
//
// log2: x = 2^k m, s = (m - 1)/(m + 1) and log2 m = s (2/log 2) (1 + z/3 + z^2 Q(z)), z = s^2: all but z^2 Q in two
// doubles; relative error about 2^-64. Constants: sollya gen/double_exp_log.sollya.
#ifndef WEFT_MATH_POW_H
#define WEFT_MATH_POW_H

#include "weft_math_exp.h"
#include "weft_math_log.h"

// log2 x for x > 0, finite; *lo is below the last place of the result.
WEFT_HELPER double
__weft_log2_dd(double x, double *lo)
{
    double k;
    double f = __weft_log_reduce(x, &k);
    double d = 2.0 + f;
    double d_lo = f - (d - 2.0);
    double s = f / d;
    double s_lo = (__weft_fma(-s, d, f) - s * d_lo) / d;
    double z = s * s;
    double z_lo = __weft_fma(s, s, -z) + 2.0 * s * s_lo;
    double q = __weft_poly(z, 0x1.999999999999ap-3, 0x1.24924924922fcp-3, 0x1.c71c71c74d1cp-4, 0x1.745d173c57417p-4,
                           0x1.3b13aa0342a96p-4, 0x1.11154601f4a3ap-4, 0x1.e01b9e2a1f8f8p-5, 0x1.da900007032f5p-5);
    // z/3 + z^2 Q
    double t = z * 0x1.5555555555555p-2;
    double t_lo =
        __weft_fma(z, 0x1.5555555555555p-2, -t) + __weft_fma(z, 0x1.5555555555555p-56, z_lo * 0x1.5555555555555p-2);
    double u = 1.0 + t;
    double u_lo = (t - (u - 1.0)) + __weft_fma(z * z, q, t_lo);
    double w = s * u;
    double w_lo = __weft_fma(s, u, -w) + __weft_fma(s, u_lo, s_lo * u);
    double l = w * 0x1.71547652b82fep1;
    double l_lo =
        __weft_fma(w, 0x1.71547652b82fep1, -l) + __weft_fma(w, 0x1.777d0ffda0d24p-55, w_lo * 0x1.71547652b82fep1);
    double sum = k + l;
    double sum_lo = (l - (sum - k)) + l_lo;
    double r = sum + sum_lo;

    *lo = sum_lo - (r - sum);
    return r;
}

// log2 x for x >= 0 with its special values.
WEFT_HELPER double
__weft_log2_dd_special(double x, double *lo)
{
    bool plain = x > 0.0 && x < WEFT_INF;
    double l;
    double r = __weft_log2_dd(x, &l);

    *lo = plain ? l : 0.0;
    r = plain ? r : x;
    return x == 0.0 ? -WEFT_INF : r;
}

// 2^(v + lo) = p 2^n; returns p in [0.7, 1.5].
WEFT_HELPER double
__weft_exp2_dd_parts(double v, double lo, int *n)
{
    double c = __weft_at_least(__weft_at_most(v, 1200.0), -1200.0);
    double nd = __weft_round_bits(c, n);
    double p = __weft_exp2_poly(c - nd);

    return __weft_fma(p * (c == v ? lo : 0.0), WEFT_LN2, p);
}

// 2^(v + lo) with denormals, overflow and NaN.
WEFT_HELPER double
__weft_exp2_dd(double v, double lo)
{
    int n;
    double p = __weft_exp2_dd_parts(v, lo, &n);

    return __weft_scale(p, n);
}

// 2^((l + l_lo) (y + y_lo))
WEFT_HELPER double
__weft_exp2_dd_product(double l, double l_lo, double y, double y_lo)
{
    double v = l * y;
    double lo = __weft_fma(l, y, -v) + __weft_fma(l, y_lo, l_lo * y);

    return __weft_exp2_dd(v, lo);
}

#endif
