// SPDX-License-Identifier: Apache-2.0
// Argument reduction and polynomials of the float trigonometric functions.
//
// |x| < 2^17: x - n pi/2 with pi/2 in three floats and fma (Cody and Waite): n times the first part is subtracted
// exactly. Beyond: Payne and Hanek in 96-bit integers. sin and cos alone subtract multiples of pi and need one
// polynomial, where two for a quarter of a turn would be 23 instructions instead of 17; where both results are wanted,
// or their quotient, two are better. Constants: sollya gen/float_trig.sollya.
#ifndef WEFT_MATH_TRIGF_H
#define WEFT_MATH_TRIGF_H

#include "weft_math.h"

// The bits of 2/pi after the binary point, below 32 zero bits.
static __constant const uint __weft_two_over_pi[8] = {
    0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
};

// x >= 2^17, finite: x modulo 2 pi, where 2^64 are 2 pi. With x = m 2^e, the bits of 2/pi that are worth less than
// 2^(2-e) give it, and 96 of them are enough for any float. Rare, and long: no part of each sine.
static __attribute__((noinline, const)) ulong
__weft_trigf_turn(float x)
{
    uint bits = as_uint(x);
    uint m = (bits & 0x7fffff) | 0x800000;
    uint at = (bits >> 23) - 150 + 30;
    uint word = at >> 5;
    uint shift = at & 31;
    ulong w01 = ((ulong)__weft_two_over_pi[word] << 32) | __weft_two_over_pi[word + 1];
    ulong w12 = ((ulong)__weft_two_over_pi[word + 1] << 32) | __weft_two_over_pi[word + 2];
    ulong w23 = ((ulong)__weft_two_over_pi[word + 2] << 32) | __weft_two_over_pi[word + 3];
    uint b0 = (uint)((w01 << shift) >> 32);
    uint b1 = (uint)((w12 << shift) >> 32);
    uint b2 = (uint)((w23 << shift) >> 32);
    ulong low = (ulong)m * b2;
    ulong middle = (ulong)m * b1 + (low >> 32);

    return ((ulong)(m * b0) << 32) + middle;
}

// A part of a turn, less than half of one, as an angle.
WEFT_HELPER float
__weft_trigf_angle(long part)
{
    return (float)((double)part * 0x1.921fb54442d18p-62); // pi/2 2^-62
}

// x >= 2^17, finite: x = n pi/2 + r, |r| <= pi/4; only the low bits of n.
WEFT_HELPER float
__weft_trigf_reduce_large(float x, int *n)
{
    ulong turn = __weft_trigf_turn(x);
    ulong quadrant = (turn + 0x2000000000000000ul) >> 62;

    *n = (int)quadrant;
    return __weft_trigf_angle((long)(turn - (quadrant << 62)));
}

// x >= 0: x = n pi/2 + r with |r| <= pi/4 and a little; only the low bits of n. Infinity gives NaN.
WEFT_HELPER float
__weft_trigf_reduce_medium(float x, int *n)
{
    float k = __weft_round_bits(x, 0x1.45f306p-1f, n);
    float r = __weft_fma(k, -0x1.921fb6p0f, x);

    r = __weft_fma(k, 0x1.777a5cp-25f, r);
    return __weft_fma(k, 0x1.ee59dap-50f, r);
}

// The half_ functions are defined for |x| <= 2^16; beyond, where the medium reduction fails, their results must still
// stay within [-1, 1]. A NaN stays one.
WEFT_HELPER float
__weft_trigf_bounded(float r)
{
    return __weft_abs(r) > 0.8f ? 0.8f : r;
}

WEFT_HELPER float
__weft_trigf_reduce(float x, int *n)
{
    float r = __weft_trigf_reduce_medium(x, n);

    if (WEFT_RARELY(x >= 0x1p17f)) {
        r = __weft_trigf_reduce_large(x, n);
        r = x < WEFT_INFF ? r : WEFT_NANF;
    }
    return r;
}

// sin r for |r| <= pi/4, relative error 2^-27.9.
WEFT_HELPER float
__weft_sinf_poly(float r)
{
    float z = r * r;

    return __weft_fma(r * z, __weft_poly(z, -0x1.555546p-3f, 0x1.110778p-7f, -0x1.9953fep-13f), r);
}

// cos r for |r| <= pi/4, relative error 2^-33.
WEFT_HELPER float
__weft_cosf_poly(float r)
{
    float z = r * r;
    float p = __weft_poly(z, 0x1.55554ap-5f, -0x1.6c0c2ap-10f, 0x1.99e91p-16f);

    return __weft_fma(z, __weft_fma(z, p, -0.5f), 1.0f);
}

// The sine of n pi/2 + r, from the sine and cosine of r. The cosine is the sine for n + 1.
WEFT_HELPER float
__weft_trigf_quadrant(float s, float c, int n)
{
    return __weft_xor_sign(n & 1 ? c : s, (uint)n << 30);
}

// sin r for |r| <= pi/2 and a little, relative error 2^-26.4. Sollya's coefficients are moved by 0, 8, 343 and 2967
// units in the last place, found by a search, such that no result is greater than 1, and that of the floats next to
// pi/2 is 1.
WEFT_HELPER float
__weft_sinf_half_turn_poly(float r)
{
    float z = r * r;
    float p = __weft_poly(z, 0x1.110ee2p-7f, -0x1.9f713p-13f, 0x1.5db3bep-19f);

    return __weft_fma(r * z, __weft_fma(p, z, -0x1.55554cp-3f), r); // or it would be beyond 1
}

// pi in three floats, the first two rounded down.
#define WEFT_PI_1F 0x1.921fb4p1f
#define WEFT_PI_2F 0x1.4442dp-23f
#define WEFT_PI_3F 0x1.84698ap-47f

// (-1)^n sin(x - k pi) for |x| < 2^17, where |x - k pi| <= pi/2 and a little; beyond, where k and n are of no use, the
// sine of |x| and as much more of a turn. Infinity gives NaN.
WEFT_HELPER float
__weft_sinf_half_turns(float x, float k, int n, ulong more)
{
    float r = __weft_fma(k, -WEFT_PI_1F, x);
    uint flip = (uint)n << 31;

    r = __weft_fma(k, -WEFT_PI_2F, r);
    r = __weft_fma(k, -WEFT_PI_3F, r);
    if (WEFT_RARELY(__weft_abs(x) >= 0x1p17f)) {
        ulong turn = __weft_trigf_turn(__weft_abs(x)) + more;
        ulong half_turns = (turn + 0x4000000000000000ul) >> 63;

        r = __weft_trigf_angle((long)(turn - (half_turns << 63)));
        r = __weft_abs(x) < WEFT_INFF ? r : WEFT_NANF;
        flip = (uint)half_turns << 31;
    }
    return __weft_xor_sign(__weft_sinf_half_turn_poly(r), flip);
}

// sin r and cos r with errors of 2^-19 and 2^-24.
WEFT_HELPER float
__weft_native_sinf_poly(float r)
{
    float z = r * r;

    return __weft_fma(r * z, __weft_poly(z, -0x1.554426p-3f, 0x1.0b7e3ep-7f), r);
}

WEFT_HELPER float
__weft_native_cosf_poly(float r)
{
    return __weft_poly(r * r, 1.0f, -0x1.ffffb2p-2f, 0x1.553e66p-5f, -0x1.6449e8p-10f);
}

// x >= 0 = n/2 + r, |r| <= 1/4, exact; n mod 4. Infinity gives NaN.
WEFT_HELPER float
__weft_trigpif_reduce(float x, int *n)
{
    float y = x - 2.0f * __builtin_elementwise_floor(x * 0.5f);

    return __weft_fma(__weft_round_bits(y + y, n), -0.5f, y);
}

// sin(pi r) for |r| <= 1/4, relative error 2^-33; pi in two floats.
WEFT_HELPER float
__weft_sinpif_poly(float r)
{
    float z = r * r;
    float p = __weft_poly(z, -0x1.4abbcep2f, 0x1.466b84p1f, -0x1.32b5a2p-1f, 0x1.46c1bp-4f);

    return __weft_fma(r, 0x1.921fb6p1f, r * __weft_fma(z, p, -0x1.777a5cp-24f));
}

// cos(pi r) for |r| <= 1/4, relative error 2^-30.8.
WEFT_HELPER float
__weft_cospif_poly(float r)
{
    return __weft_poly(r * r, 1.0f, -0x1.3bd3ccp2f, 0x1.03c1b8p2f, -0x1.55b7cep0f, 0x1.d684b4p-3f);
}

// atan(x) for 0 <= x <= 1, relative error 2^-28.5.
WEFT_HELPER float
__weft_atanf_poly(float x)
{
    float z = x * x;
    float p = __weft_poly(z, -0x1.5825f2p-4f, 0x1.da9c2ep-5f, -0x1.fe7d24p-6f, 0x1.6551e2p-7f, -0x1.d5a1aap-10f);

    p = __weft_more(z, p, -0x1.55553ep-2f, 0x1.9991ecp-3f, -0x1.24211ap-3f, 0x1.c0946cp-4f);
    return __weft_fma(x * z, p, x);
}

// (asin(x) - x) / x^3 of z = x^2 for |x| <= 1/2; relative error of asin 2^-27.6.
WEFT_HELPER float
__weft_asinf_poly(float z)
{
    return __weft_poly(z, 0x1.5555c8p-3f, 0x1.330206p-4f, 0x1.747b72p-5f, 0x1.8c415ap-6f, 0x1.5959aap-5f);
}

#define WEFT_PIF_HI 0x1.921fb6p1f
#define WEFT_PIF_LO (-0x1.777a5cp-24f)
#define WEFT_PI_2F_HI 0x1.921fb6p0f
#define WEFT_PI_2F_LO (-0x1.777a5cp-25f)

// x / pi
WEFT_HELPER float
__weft_over_pif(float x)
{
    return __weft_fma(x, 0x1.45f306p-2f, x * 0x1.b9391p-27f);
}

#endif
