// SPDX-License-Identifier: Apache-2.0
// The cores of double exp, exp2 and expm1.
//
// exp: x = n log 2 + r with |r| <= log(2)/2, log 2 in two doubles; e^r = 1 + r + r^2 q(r), q of degree 10, relative
// error 2^-63. 2^r: degree 11, relative error 2^-57. Constants: sollya gen/double_exp_log.sollya.
#ifndef WEFT_MATH_EXP_H
#define WEFT_MATH_EXP_H

#include "weft_math.h"

#define WEFT_LOG2E 0x1.71547652b82fep0
#define WEFT_LN2 0x1.62e42fefa39efp-1
#define WEFT_LN2_LO 0x1.abc9e3b39803fp-56

// x = *n log 2 + r, for |x| < 2^30; returns r.
WEFT_HELPER double
__weft_exp_reduce(double x, double *nd, int *n)
{
    *nd = __weft_round_bits(x, WEFT_LOG2E, n);
    return __weft_fma(*nd, -WEFT_LN2_LO, __weft_fma(*nd, -WEFT_LN2, x));
}

// (e^r - 1 - r) / r^2 for |r| <= 0.3465.
WEFT_HELPER double
__weft_exp_poly(double r)
{
    double p = __weft_poly(r, 0x1.6c16c16c1e5c3p-10, 0x1.a01a01b43ce4bp-13, 0x1.a01a017d44d05p-16,
                           0x1.71ddee89f9a64p-19, 0x1.27e533aab53fep-22, 0x1.af6e545ffa69ep-26, 0x1.1eecf5df2d17cp-29);

    return __weft_more(r, p, 0.5, 0x1.555555555555cp-3, 0x1.5555555555544p-5, 0x1.111111110ea08p-7);
}

// e^x 2^bias for any x and |bias| <= 1.
WEFT_HELPER double
__weft_exp(double x, int bias)
{
    double nd;
    int n;
    double r = __weft_exp_reduce(__weft_at_least(__weft_at_most(x, 800.0), -800.0), &nd, &n);
    double p = __weft_horner(__weft_horner(__weft_exp_poly(r), r, 1.0), r, 1.0);

    return __weft_scale(p, n + bias, __weft_has_sign(x));
}

// 2^r for |r| <= 1/2.
WEFT_HELPER double
__weft_exp2_poly(double r)
{
    double p = __weft_poly(r, 0x1.5d87fe789e96fp-10, 0x1.4309130f6cbdbp-13, 0x1.ffcbfc6685ee5p-17,
                           0x1.62bfc6596be6ap-20, 0x1.b52522bc20bcdp-24, 0x1.e61d4332035bap-28, 0x1.e9731780488cp-32);

    return __weft_more(r, p, 1.0, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a6p-3, 0x1.c6b08d704a12cp-5,
                       0x1.3b2ab6fb9fda6p-7);
}

// 2^x for any x.
WEFT_HELPER double
__weft_exp2(double x)
{
    double c = __weft_at_least(__weft_at_most(x, 1100.0), -1100.0);
    int n;
    double nd = __weft_round_bits(c, &n);

    return __weft_scale(__weft_exp2_poly(c - nd), n, __weft_has_sign(x));
}

// e^x - 1 for any x; -0 gives 0. e^x - 1 = 2^n (e^r - 1) + (2^n - 1), halved on the way so that 2^1024 fits.
WEFT_HELPER double
__weft_expm1(double x)
{
    double nd;
    int n;
    double r = __weft_exp_reduce(__weft_at_least(__weft_at_most(x, 710.0), -40.0), &nd, &n);
    double p = __weft_fma(__weft_exp_poly(r) * r, r, r);
    double h = __weft_pow2d(n - 1);

    return __weft_fma(h, p, h - 0.5) * 2.0;
}

#endif
