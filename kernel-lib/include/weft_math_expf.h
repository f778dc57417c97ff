// SPDX-License-Identifier: Apache-2.0
// The cores of float exp, exp2 and expm1, which the hyperbolic functions, erf and pow's fast forms share.
//
// exp: x = n log 2 + r with |r| <= log(2)/2, log 2 in two floats; e^r = 1 + r + r^2 q(r), q of degree 4, relative
// error 2^-28.2. Constants: sollya gen/float_exp.sollya.
#ifndef WEFT_MATH_EXPF_H
#define WEFT_MATH_EXPF_H

#include "weft_math.h"

#define WEFT_LOG2EF 0x1.715476p+0f
#define WEFT_LN2F_HI 0x1.62e43p-1f
#define WEFT_LN2F_LO (-0x1.05c61p-29f)

// x = *n log 2 + r, for |x| < 2^21; returns r.
WEFT_HELPER float
__weft_expf_reduce(float x, float *nf, int *n)
{
    *nf = __weft_round_bits(x, WEFT_LOG2EF, n);
    return __weft_fma(*nf, -WEFT_LN2F_LO, __weft_fma(*nf, -WEFT_LN2F_HI, x));
}

// (e^r - 1 - r) / r^2 for |r| <= 0.3468.
WEFT_HELPER float
__weft_expf_poly(float r)
{
    return __weft_poly(r, 0x1.fffffcp-2f, 0x1.55549p-3f, 0x1.55589ep-5f, 0x1.123abcp-7f, 0x1.6a624cp-10f);
}

// e^x 2^bias for any x and |bias| <= 1.
WEFT_HELPER float
__weft_expf(float x, int bias)
{
    float nf;
    int n;
    float r = __weft_expf_reduce(__weft_at_least(__weft_at_most(x, 96.0f), -112.0f), &nf, &n);
    float p = __weft_horner(__weft_horner(__weft_expf_poly(r), r, 1.0f), r, 1.0f);

    return __weft_scale(p, n + bias, __weft_has_sign(x));
}

// 2^r for |r| <= 1/2; relative error 2^-28.
WEFT_HELPER float
__weft_exp2f_poly(float r)
{
    float p = __weft_poly(r, 0x1.ebfbd8p-3f, 0x1.c6af76p-5f, 0x1.3b30ap-7f, 0x1.5f0b82p-10f, 0x1.3fa208p-13f);

    return __weft_fma(__weft_fma(p, r, 0x1.62e43p-1f), r, 1.0f);
}

// 2^x for any x.
WEFT_HELPER float
__weft_exp2f(float x)
{
    float c = __weft_at_least(__weft_at_most(x, 130.0f), -160.0f);
    int n;
    float nf = __weft_round_bits(c, &n);

    return __weft_scale(__weft_exp2f_poly(c - nf), n, __weft_has_sign(x));
}

// e^x - 1 for any x; -0 gives 0. e^x - 1 = 2^n (e^r - 1) + (2^n - 1), halved on the way so that 2^128 fits.
WEFT_HELPER float
__weft_expm1f(float x)
{
    float nf;
    int n;
    float r = __weft_expf_reduce(__weft_at_least(__weft_at_most(x, 89.0f), -20.0f), &nf, &n);
    float p = __weft_fma(__weft_expf_poly(r) * r, r, r);
    float h = __weft_pow2f(n - 1);

    return __weft_fma(h, p, h - 0.5f) * 2.0f;
}

// 2^x with an error of 2^-18.
WEFT_HELPER float
__weft_native_exp2f(float x)
{
    float c = __weft_at_least(__weft_at_most(x, 130.0f), -160.0f);
    int n;
    float nf = __weft_round_bits(c, &n);
    float p = __weft_poly(c - nf, 1.0f, 0x1.62e12cp-1f, 0x1.ec0374p-3f, 0x1.c9fc74p-5f, 0x1.3a03c8p-7f);

    return __weft_scale(p, n, __weft_has_sign(x));
}

#endif
