// SPDX-License-Identifier: Apache-2.0
// Argument reduction and polynomials of the double trigonometric functions.
//
// |x| < 2^23: x - n pi/2 with pi/2 in three doubles and fma (Cody and Waite). Beyond: Payne and Hanek in 192-bit
// integers. Constants: sollya gen/double_trig.sollya.
#ifndef WEFT_MATH_TRIG_H
#define WEFT_MATH_TRIG_H

#include "weft_math.h"

// The bits of 2/pi after the binary point, below 64 zero bits.
static __constant const ulong __weft_two_over_pi_wide[20] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};

// x >= 2^23, finite: x = n pi/2 + r, |r| <= pi/4; only the low bits of n. With x = m 2^e, the bits of 2/pi that are
// worth less than 2^(2-e) give n mod 4 and the fraction, and 192 of them are enough for any double.
WEFT_HELPER double
__weft_trig_reduce_large(double x, int *n)
{
    ulong bits = as_ulong(x);
    ulong m = (bits & 0xffffffffffffful) | 0x10000000000000ul;
    uint at = (uint)(bits >> 52) - 1075 + 62;
    uint word = at >> 6;
    uint shift = at & 63;
    // The second shift is by 64 - shift, which may be 64.
    ulong b0 = (__weft_two_over_pi_wide[word] << shift) | (__weft_two_over_pi_wide[word + 1] >> 1 >> (63 - shift));
    ulong b1 = (__weft_two_over_pi_wide[word + 1] << shift) | (__weft_two_over_pi_wide[word + 2] >> 1 >> (63 - shift));
    ulong b2 = (__weft_two_over_pi_wide[word + 2] << shift) | (__weft_two_over_pi_wide[word + 3] >> 1 >> (63 - shift));
    ulong low = m * b1 + mul_hi(m, b2);
    ulong high = m * b0 + mul_hi(m, b1) + (low < m * b1 ? 1 : 0);
    ulong quadrant = (high + 0x2000000000000000ul) >> 62;
    bool negative;
    uint zeros;
    double h;
    double l;
    double scale;

    high -= quadrant << 62;
    negative = (long)high < 0;
    low = negative ? -low : low;
    high = negative ? ~high + (low == 0 ? 1 : 0) : high;
    // The leading 64 bits of the fraction.
    zeros = high == 0 ? 64 : (uint)__builtin_clzg(high, 64);
    high = high == 0 ? low : (high << zeros) | (low >> 1 >> (63 - zeros));
    scale = __weft_pow2d(-62 - (int)zeros);
    h = (double)(high & 0xfffffffffffff800ul);
    l = (double)(high & 0x7fful);
    *n = (int)quadrant;
    // Times pi/2 in two doubles.
    low = as_ulong(h * 0x1.921fb54442d18p0);
    l = __weft_fma(h, 0x1.921fb54442d18p0, -as_double(low)) +
        __weft_fma(h, 0x1.1a62633145c07p-54, l * 0x1.921fb54442d18p0);
    h = (as_double(low) + l) * scale;
    return negative ? -h : h;
}

WEFT_HELPER double
__weft_trig_reduce(double x, int *n)
{
    double k = __weft_round_bits(x, 0x1.45f306dc9c883p-1, n);
    double r = __weft_fma(k, -0x1.921fb54442d18p0, x);

    r = __weft_fma(k, -0x1.1a62633145c07p-54, r);
    r = __weft_fma(k, 0x1.f1976b7ed8fbcp-110, r);
    if (WEFT_RARELY(x >= 0x1p23)) {
        r = __weft_trig_reduce_large(x < WEFT_INF ? x : 0x1p23, n);
        r = x < WEFT_INF ? r : WEFT_NAN;
    }
    return r;
}

// sin r for |r| <= pi/4, relative error 2^-57.9.
WEFT_HELPER double
__weft_sin_poly(double r)
{
    double z = r * r;
    double p = __weft_poly(z, -0x1.5555555555548p-3, 0x1.111111110f76p-7, -0x1.a01a019bf2b7ap-13, 0x1.71de355fa46d5p-19,
                           -0x1.ae5e54ffce7d4p-26, 0x1.5d8e6226d3873p-33);

    return __weft_fma(r * z, p, r);
}

// cos r for |r| <= pi/4, relative error 2^-63.9.
WEFT_HELPER double
__weft_cos_poly(double r)
{
    double z = r * r;
    double p = __weft_poly(z, 0x1.555555555554bp-5, -0x1.6c16c16c15018p-10, 0x1.a01a019c8f942p-16,
                           -0x1.27e4f7f1ee40dp-22, 0x1.1ee9dc126f59fp-29, -0x1.8fa6a86831e75p-37);

    return __weft_fma(z, __weft_fma(z, p, -0.5), 1.0);
}

// The sine of n pi/2 + r, from the sine and cosine of r. The cosine is the sine for n + 1.
WEFT_HELPER double
__weft_trig_quadrant(double s, double c, int n)
{
    return __weft_xor_sign(n & 1 ? c : s, (ulong)(uint)n << 62);
}

// x >= 0 = n/2 + r, |r| <= 1/4, exact; n mod 4. Infinity gives NaN.
WEFT_HELPER double
__weft_trigpi_reduce(double x, int *n)
{
    double y = x - 2.0 * __builtin_elementwise_floor(x * 0.5);

    return __weft_fma(__weft_round_bits(y + y, n), -0.5, y);
}

// sin(pi r) for |r| <= 1/4, relative error 2^-63; pi in two doubles.
WEFT_HELPER double
__weft_sinpi_poly(double r)
{
    double z = r * r;
    double p = __weft_poly(z, -0x1.4abbce625be53p2, 0x1.466bc6775ab5bp1, -0x1.32d2cce635e45p-1, 0x1.507834948098ap-4,
                           -0x1.e3075f86136dfp-8, 0x1.e8fcbecc9974cp-12, -0x1.7029579a9be05p-16);

    return __weft_fma(r, 0x1.921fb54442d18p1, r * __weft_fma(z, p, 0x1.1a62633145c07p-53));
}

// cos(pi r) for |r| <= 1/4, relative error 2^-61.
WEFT_HELPER double
__weft_cospi_poly(double r)
{
    return __weft_poly(r * r, 1.0, -0x1.3bd3cc9be45dep2, 0x1.03c1f081b5a67p2, -0x1.55d3c7e3c325cp0,
                       0x1.e1f5067b90e46p-3, -0x1.a6d1e72981e76p-6, 0x1.f9c89cd4e4c93p-10, -0x1.b16741d2edccdp-14);
}

// atan(num/den) for 0 <= num <= den, den > 0, no overflow in num + den: above sqrt(2) - 1 as
// pi/4 + atan((num - den)/(num + den)). Degree 23, relative error 2^-59.
WEFT_HELPER double
__weft_atan_quotient(double num, double den)
{
    bool middle = num > 0.4140625 * den;
    double t = (middle ? num - den : num) / (middle ? num + den : den);
    double z = t * t;
    double p = __weft_poly(z, -0x1.745cf8dcacc2cp-4, 0x1.3b11191f75b4cp-4, -0x1.10ebb86a779eap-4, 0x1.df0f4dc53386ap-5,
                           -0x1.9cd2cc3bcaa6cp-5, 0x1.37d5d6ce4ab2ep-5, -0x1.256ae1c81b21ep-6);

    p = __weft_more(z, p, -0x1.555555555553dp-2, 0x1.999999999586dp-3, -0x1.24924922ad6edp-3, 0x1.c71c70e613401p-4);
    p = __weft_fma(t * z, p, t);
    return middle ? 0x1.921fb54442d18p-1 + (p + 0x1.1a62633145c07p-55) : p;
}

// (asin(x) - x) / x^3 of z = x^2 for |x| <= 1/2; relative error of asin 2^-55.9.
WEFT_HELPER double
__weft_asin_poly(double z)
{
    double p = __weft_poly(z, 0x1.1c6be1a687738p-6, 0x1.c6fdc1aaa5332p-7, 0x1.8ec2fca60444ep-7, 0x1.abcf5cd7c4303p-8,
                           0x1.3ff4a990b2acep-6, -0x1.09d32833a132cp-6, 0x1.056d6c813a1d3p-5);

    return __weft_more(z, p, 0x1.555555555539p-3, 0x1.333333336e80fp-4, 0x1.6db6db427a4f8p-5, 0x1.f1c72c38fb342p-6,
                       0x1.6e89f440197a7p-6);
}

#define WEFT_PI_HI 0x1.921fb54442d18p1
#define WEFT_PI_LO 0x1.1a62633145c07p-53
#define WEFT_PI_2_HI 0x1.921fb54442d18p0
#define WEFT_PI_2_LO 0x1.1a62633145c07p-54

// x / pi
WEFT_HELPER double
__weft_over_pi(double x)
{
    return __weft_fma(x, 0x1.45f306dc9c883p-2, x * -0x1.6b01ec5417056p-56);
}

#endif
