// SPDX-License-Identifier: Apache-2.0
// Helpers that the math builtins share: exact fma, Horner polynomials, powers of two, sign handling.
#ifndef WEFT_MATH_H
#define WEFT_MATH_H

#include "weft_gentype.h"

#define WEFT_OVERLOADED_HELPER static inline __attribute__((overloadable, always_inline))

// A condition that packs of work-items hardly ever meet; what it guards has no say in how wide they are packed.
#define WEFT_RARELY(condition) __builtin_expect(condition, 0)

#define WEFT_NANF as_float(0x7fc00000)
#define WEFT_NAN as_double(0x7ff8000000000000L)
#define WEFT_INFF as_float(0x7f800000)
#define WEFT_INF as_double(0x7ff0000000000000L)

// a * b + c with an exact product: rounded once where CPUs do that, nearly so elsewhere. The pragmas are for the
// compiler's pass fma-lowering, which says what they mean there.
WEFT_OVERLOADED_HELPER float
__weft_fma(float a, float b, float c)
{
#pragma clang fp reciprocal(on)
    return __builtin_fmaf(a, b, c);
}

WEFT_OVERLOADED_HELPER double
__weft_fma(double a, double b, double c)
{
#pragma clang fp reciprocal(on)
    return __builtin_fma(a, b, c);
}

// A step of Horner's rule, p x + a; the product may be rounded as well.
WEFT_OVERLOADED_HELPER float
__weft_horner(float p, float x, float a)
{
#pragma clang fp contract(fast)
    return __builtin_fmaf(p, x, a);
}

WEFT_OVERLOADED_HELPER double
__weft_horner(double p, double x, double a)
{
#pragma clang fp contract(fast)
    return __builtin_fma(p, x, a);
}

WEFT_OVERLOADED_HELPER half
__weft_abs(half x)
{
    return __builtin_elementwise_abs(x);
}

WEFT_OVERLOADED_HELPER float
__weft_abs(float x)
{
    return __builtin_fabsf(x);
}

WEFT_OVERLOADED_HELPER double
__weft_abs(double x)
{
    return __builtin_fabs(x);
}

// The magnitude of x with the sign of s.
WEFT_OVERLOADED_HELPER float
__weft_copysign(float x, float s)
{
    return __builtin_copysignf(x, s);
}

WEFT_OVERLOADED_HELPER double
__weft_copysign(double x, double s)
{
    return __builtin_copysign(x, s);
}

// x with its sign flipped where s has the sign bit set.
WEFT_OVERLOADED_HELPER float
__weft_xor_sign(float x, uint s)
{
    return as_float(as_uint(x) ^ (s & 0x80000000u));
}

WEFT_OVERLOADED_HELPER double
__weft_xor_sign(double x, ulong s)
{
    return as_double(as_ulong(x) ^ (s & 0x8000000000000000ul));
}

// The nearer of x and the bound; a NaN stays.
WEFT_OVERLOADED_HELPER float
__weft_at_most(float x, float bound)
{
    return x > bound ? bound : x;
}

WEFT_OVERLOADED_HELPER float
__weft_at_least(float x, float bound)
{
    return x < bound ? bound : x;
}

WEFT_OVERLOADED_HELPER double
__weft_at_most(double x, double bound)
{
    return x > bound ? bound : x;
}

WEFT_OVERLOADED_HELPER double
__weft_at_least(double x, double bound)
{
    return x < bound ? bound : x;
}

// Rounds to the nearest integer (ties to even) without a conversion, which would be undefined for NaN: returns it as
// a float and its low bits in *bits. For |x| < 2^22.
WEFT_OVERLOADED_HELPER float
__weft_round_bits(float x, int *bits)
{
    float t = x + 0x1.8p23f;

    *bits = as_int(t) - as_int(0x1.8p23f);
    return t - 0x1.8p23f;
}

// The same for doubles of |x| < 2^31.
WEFT_OVERLOADED_HELPER double
__weft_round_bits(double x, int *bits)
{
    double t = x + 0x1.8p52;

    *bits = (int)as_ulong(t);
    return t - 0x1.8p52;
}

// x * by rounded so, but once.
WEFT_OVERLOADED_HELPER float
__weft_round_bits(float x, float by, int *bits)
{
    float t = __weft_fma(x, by, 0x1.8p23f);

    *bits = as_int(t) - as_int(0x1.8p23f);
    return t - 0x1.8p23f;
}

WEFT_OVERLOADED_HELPER double
__weft_round_bits(double x, double by, int *bits)
{
    double t = __weft_fma(x, by, 0x1.8p52);

    *bits = (int)as_ulong(t);
    return t - 0x1.8p52;
}

// 2^n for -126 <= n <= 127; 0 for n = -127 and infinity for n = 128.
WEFT_HELPER float
__weft_pow2f(int n)
{
    return as_float((uint)(n + 127) << 23);
}

// 2^n for -1022 <= n <= 1023.
WEFT_HELPER double
__weft_pow2d(int n)
{
    return as_double((ulong)(uint)(n + 1023) << 52);
}

// a + b in two doubles, whichever is the greater.
WEFT_HELPER double
__weft_two_sum(double a, double b, double *lo)
{
    double sum = a + b;
    double part = sum - b;

    *lo = (a - part) + (b - (sum - part));
    return sum;
}

// Whether the CPU has an instruction for x * 2^n, rounded once, of any x and n; retarget() of the compiler knows.
bool __weft_has_scaling(void) __attribute__((const));

// x * 2^n for 2^-1 <= |x| <= 2, rounded once: in two products, of which the first is exact. -180 <= n <= 60 if it is
// small, else -60 <= n <= 180. What is passed for is_small is best the sign of what n was made of.
WEFT_OVERLOADED_HELPER float
__weft_scale(float x, int n, bool is_small)
{
    if (__weft_has_scaling())
        return __builtin_elementwise_ldexp(x, n);
    return x * as_float(((uint)n << 23) + (is_small ? 191u << 23 : 63u << 23)) * (is_small ? 0x1p-64f : 0x1p64f);
}

// The same; -1500 <= n <= 500 if it is small, else -500 <= n <= 1500.
WEFT_OVERLOADED_HELPER double
__weft_scale(double x, int n, bool is_small)
{
    if (__weft_has_scaling())
        return __builtin_elementwise_ldexp(x, n);
    return x * as_double(((ulong)n << 52) + (is_small ? 1535ul << 52 : 511ul << 52)) * (is_small ? 0x1p-512 : 0x1p512);
}

// Of the sign bit alone: NaNs and zeros have one, too.
WEFT_OVERLOADED_HELPER bool
__weft_has_sign(float x)
{
    return as_int(x) < 0;
}

WEFT_OVERLOADED_HELPER bool
__weft_has_sign(double x)
{
    return as_long(x) < 0;
}

// a0 + a1 x + ... + an x^n by Horner's rule.
#define WEFT_POLYNOMIALS(T)                                                                                            \
    WEFT_OVERLOADED_HELPER T __weft_poly(T x, T a0, T a1)                                                              \
    {                                                                                                                  \
        return __weft_horner(a1, x, a0);                                                                               \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_poly(T x, T a0, T a1, T a2)                                                        \
    {                                                                                                                  \
        return __weft_horner(__weft_poly(x, a1, a2), x, a0);                                                           \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_poly(T x, T a0, T a1, T a2, T a3)                                                  \
    {                                                                                                                  \
        return __weft_horner(__weft_poly(x, a1, a2, a3), x, a0);                                                       \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_poly(T x, T a0, T a1, T a2, T a3, T a4)                                            \
    {                                                                                                                  \
        return __weft_horner(__weft_poly(x, a1, a2, a3, a4), x, a0);                                                   \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_poly(T x, T a0, T a1, T a2, T a3, T a4, T a5)                                      \
    {                                                                                                                  \
        return __weft_horner(__weft_poly(x, a1, a2, a3, a4, a5), x, a0);                                               \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_poly(T x, T a0, T a1, T a2, T a3, T a4, T a5, T a6)                                \
    {                                                                                                                  \
        return __weft_horner(__weft_poly(x, a1, a2, a3, a4, a5, a6), x, a0);                                           \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_poly(T x, T a0, T a1, T a2, T a3, T a4, T a5, T a6, T a7)                          \
    {                                                                                                                  \
        return __weft_horner(__weft_poly(x, a1, a2, a3, a4, a5, a6, a7), x, a0);                                       \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_poly(T x, T a0, T a1, T a2, T a3, T a4, T a5, T a6, T a7, T a8)                    \
    {                                                                                                                  \
        return __weft_horner(__weft_poly(x, a1, a2, a3, a4, a5, a6, a7, a8), x, a0);                                   \
    }
WEFT_POLYNOMIALS(float)
WEFT_POLYNOMIALS(double)

// Horner continued: p holds the higher coefficients already.
#define WEFT_POLY_CONTINUED(T)                                                                                         \
    WEFT_OVERLOADED_HELPER T __weft_more(T x, T p, T a0)                                                               \
    {                                                                                                                  \
        return __weft_horner(p, x, a0);                                                                                \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_more(T x, T p, T a0, T a1)                                                         \
    {                                                                                                                  \
        return __weft_horner(__weft_more(x, p, a1), x, a0);                                                            \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_more(T x, T p, T a0, T a1, T a2)                                                   \
    {                                                                                                                  \
        return __weft_horner(__weft_more(x, p, a1, a2), x, a0);                                                        \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_more(T x, T p, T a0, T a1, T a2, T a3)                                             \
    {                                                                                                                  \
        return __weft_horner(__weft_more(x, p, a1, a2, a3), x, a0);                                                    \
    }                                                                                                                  \
    WEFT_OVERLOADED_HELPER T __weft_more(T x, T p, T a0, T a1, T a2, T a3, T a4)                                       \
    {                                                                                                                  \
        return __weft_horner(__weft_more(x, p, a1, a2, a3, a4), x, a0);                                                \
    }
WEFT_POLY_CONTINUED(float)
WEFT_POLY_CONTINUED(double)

#endif
