// SPDX-License-Identifier: Apache-2.0
// Logarithm and exponential to base 2 with double-double accuracy, for pow and its kin and the gamma function.
//
// log2: x = 2^k m, 2^-1/4 <= m < 2^3/4, c = 1 or about sqrt(2), s = (m - c)/(m + c) with |s| <= 0.0865, z = s^2 and
// log2 m = log2 c + s (C + z C/3 + z^2 Q(z)), C = 2/log 2: all but z^2 Q in two doubles; relative error 2^-67.
// exp2: 2^r = 1 + r log 2 + r^2 P(r), |r| <= 1/2: all but r^2 P in two doubles, absolute error 2^-56.3 before the last
// rounding. So what is a double comes out exact: pow(5.0, 2.0) is 25. Constants: sollya gen/double_exp_log.sollya.
#ifndef WEFT_MATH_POW_H
#define WEFT_MATH_POW_H

#include "weft_math_exp.h"
#include "weft_math_log.h"

// log2 x for x > 0, finite: the result and *lo, which is less than 2^-15 of it.
WEFT_HELPER double
__weft_log2_dd(double x, double *lo)
{
    bool tiny = x < 0x1p-1022;
    // The bits of 2^-1/4 become those of 1: the exponent is k, biased, and no negative number.
    ulong i = as_ulong(tiny ? x * 0x1p54 : x) + 0x0005176066a52c53ul;
    double m = as_double((i & 0xffffffffffffful) + 0x3feae89f995ad3adul);
    bool high = m > 0x1.306fe0a31b715p0;
    double c = high ? 0x1.6ap0 : 1.0;
    // As the last digits of 2^52 + n it is a double without a conversion, which vector units may not have.
    double biased = as_double(i >> 52 | 0x4330000000000000ul);
    double k = biased - (tiny ? 0x1p52 + 1077.0 : 0x1p52 + 1023.0) + (high ? 0x1.ffd799a84p-2 : 0.0);
    double k_lo = high ? -0x1.9518ce032f41dp-48 : 0.0;
    double f = m - c;
    double d = c + m;
    double d_lo = m - (d - c);
    double reciprocal = 1.0 / d;
    double s = f * reciprocal;
    double s_lo = __weft_fma(-s, d_lo, __weft_fma(-s, d, f)) * reciprocal;
    double z = s * s;
    double z_lo = __weft_fma(s + s, s_lo, __weft_fma(s, s, -z));
    double q = __weft_poly(z, 0x1.2776c50ef9bfep-1, 0x1.a61762a7aeffdp-2, 0x1.484b13d2a1e74p-2, 0x1.0c9a8ea66edf1p-2,
                           0x1.c67ca11e75a6fp-3, 0x1.9228cb87697b8p-3);
    // C + t + rest, and all of it times s
    double t = z * 0x1.ec709dc3a03fdp-1;
    double t_lo = __weft_fma(z, 0x1.ec709dc3a03fdp-1, -t) + 0x1.777d0ffda0d24p-55;
    double rest = __weft_fma(__weft_fma(z, q, 0x1.d27f05548af0cp-55), z, __weft_fma(z_lo, 0x1.ec709dc3a03fdp-1, t_lo));
    double u = 0x1.71547652b82fep1 + t;
    double u_lo = (t - (u - 0x1.71547652b82fep1)) + rest;
    double l = s * u;
    double l_lo = __weft_fma(s_lo, u, __weft_fma(s, u_lo, __weft_fma(s, u, -l)));
    double sum = k + l;

    *lo = (l - (sum - k)) + (k_lo + l_lo);
    return sum;
}

// log2 x for x >= 0 with its special values, of which *lo says nothing.
WEFT_HELPER double
__weft_log2_dd_special(double x, double *lo)
{
    double r = __weft_log2_dd(x, lo);

    r = x < WEFT_INF ? r : x;
    return x == 0.0 ? -WEFT_INF : r;
}

// 2^(v + lo) = p *power *rest with p in [0.7, 1.5] and two powers of two. lo is small, and does not count where v is
// special.
WEFT_HELPER double
__weft_exp2_dd_parts(double v, double lo, double *power, double *rest)
{
    double c = __weft_at_least(__weft_at_most(v, 1200.0), -1200.0);
    // The last bits of these are integers, and their last twelve all of an exponent's.
    double n = c + 0x1.8p52;
    double half_n = __weft_fma(c, 0.5, 0x1.8p52);
    double whole = c - (n - 0x1.8p52);
    double part = c == v ? lo : 0.0;
    double r = whole + part;
    double r_lo = part - (r - whole);
    double t = r * WEFT_LN2;
    double t_lo = __weft_fma(r, WEFT_LN2_LO, __weft_fma(r, WEFT_LN2, -t));
    double high = __weft_poly(r, 0x1.4309130dc287cp-13, 0x1.ffcbfbc701b45p-17, 0x1.62bfc9fbd9359p-20,
                              0x1.b5265478277d7p-24, 0x1.e617aac61cefcp-28, 0x1.e7c47487fef3p-32);
    double q = __weft_more(r, high, 0x1.ebfbdff82c5a1p-3, 0x1.c6b08d704a045p-5, 0x1.3b2ab6fba07a3p-7,
                           0x1.5d87fe78c39c2p-10);
    // 1 + t, and what that lacks
    double p = 1.0 + t;

    *power = as_double((as_ulong(half_n) << 52) + as_ulong(1.0));
    *rest = as_double(((as_ulong(n) - as_ulong(half_n)) << 52) + as_ulong(1.0));
    return p + __weft_fma(r * r, q, (t - (p - 1.0)) + __weft_fma(r_lo * WEFT_LN2, p, t_lo));
}

// 2^((l + l_lo) (y + y_lo)) with denormals, overflow and NaN.
WEFT_HELPER double
__weft_exp2_dd_product(double l, double l_lo, double y, double y_lo)
{
    double v = l * y;
    double lo = __weft_fma(l, y_lo, __weft_fma(l_lo, y, __weft_fma(l, y, -v)));
    double power;
    double rest;
    double p = __weft_exp2_dd_parts(v, lo, &power, &rest);

    return p * power * rest;
}

#endif
