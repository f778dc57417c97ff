// SPDX-License-Identifier: Apache-2.0
// Logarithm and exponential for float builtins that need a few more bits than float has.
//
// log2: x = 2^k m, sqrt(1/2) <= m < sqrt(2), s = (m - 1)/(m + 1), log2 m = s P(s^2).
// In double arithmetic: relative error 2^-45; exp2 a polynomial of degree 7 on [-1/2, 1/2], relative error 2^-34.
// In pairs of floats, twice as many lanes: P of degree 4, relative error 2^-36, with what rounding adds 2^-32; exp2 is
// that of weft_math_expf.h, and less than half an ULP off before it is rounded.
// Constants: sollya gen/float_log.sollya, gen/float_exp.sollya.
#ifndef WEFT_MATH_POWF_H
#define WEFT_MATH_POWF_H

#include "weft_math.h"
#include "weft_math_expf.h"

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

// A number in two floats, the second at most a few ULP of the first.
struct __weft_float2 {
    float hi, lo;
};

// log2 x for normal x > 0; -infinity for 0.
WEFT_HELPER struct __weft_float2
__weft_log2_float2(float x)
{
    uint i = as_uint(x) - 0x3f3504f3u;
    float k = (float)((int)i >> 23);
    float m = as_float((i & 0x7fffffu) + 0x3f3504f3u);
    float f = m - 1.0f, g = m + 1.0f, g_lo = f - (g - 2.0f);
    float r = 1.0f / g;
    float s = f * r, s_lo = __weft_fma(-s, g_lo, __weft_fma(-s, g, f)) * r;
    float z = s * s, z_lo = __weft_fma(2.0f * s, s_lo, __weft_fma(s, s, -z));
    // P from its highest coefficients: q; z q + c in two floats; z times that; and once more.
    float q = z * __weft_poly(z, 0x1.27770ep-1f, 0x1.a5c22ep-2f, 0x1.59363cp-2f);
    float u = 0x1.ec709ep-1f + q, u_lo = (0x1.ec709ep-1f - u) + (q + -0x1.606afp-27f);
    float w = z * u, w_lo = __weft_fma(z, u_lo, __weft_fma(z_lo, u, 0x1.4ae0cp-25f)) + __weft_fma(z, u, -w);
    float p = 0x1.715476p1f + w, p_lo = (0x1.715476p1f - p) + w + w_lo;
    float l = s * p, l_lo = __weft_fma(s, p_lo, __weft_fma(s_lo, p, __weft_fma(s, p, -l)));
    float sum = k + l;

    return (struct __weft_float2){as_uint(x) == 0 ? -WEFT_INFF : sum, (k - sum) + l + l_lo};
}

// 2^(y l) where y l is a number.
WEFT_HELPER float
__weft_exp2_product(struct __weft_float2 l, float y)
{
    float v = y * l.hi, v_lo = __weft_fma(y, l.lo, __weft_fma(y, l.hi, -v));
    float c = __weft_at_least(__weft_at_most(v, 130.0f), -160.0f);
    int n;
    float nf = __weft_round_bits(c, &n);

    // Where v is far beyond c it may be anything, and no number.
    v_lo = c == v ? v_lo : 0.0f;
    return __weft_scale(__weft_exp2f_poly(c - nf + v_lo), n, __weft_has_sign(v));
}

// Whether x^y is 2^(y l) by these two: x is a normal number above 0, or 0, and y l a number.
WEFT_HELPER bool
__weft_is_plain_power(float x, struct __weft_float2 l, float y)
{
    bool is_normal = as_uint(x) - 0x00800000u < 0x7f000000u, is_zero = as_uint(x) == 0;
    float v = y * l.hi;

    return (is_normal | is_zero) & (v == v); // no branches: the whole is called often
}

#endif
