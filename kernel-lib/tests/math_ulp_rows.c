// SPDX-License-Identifier: Apache-2.0
// References in long double for each math builtin, with the errors that the specification allows.
//
// Most references are libm's. What OpenCL C has and C has not is written here, plainly; the special values are those of
// "Edge Case Behavior" in the OpenCL C specification.
#include "math_ulp.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

static const long double pi = 0x1.921fb54442d18469898cc51701b8p1L;

// ---- References -----------------------------------------------------------------------------------------------------

// x - 2 * (a multiple), exact, in [-1, 1].
static long double
mod2(long double x)
{
    return remainderl(x, 2.0L);
}

static long double
ref_sinpi(long double x)
{
    long double r = mod2(x);

    if (x == truncl(x))
        return copysignl(isinf(x) ? NAN : 0.0L, x);
    if (fabsl(r) > 0.5L)
        r = copysignl(1.0L, r) - r;
    return sinl(pi * r);
}

static long double
ref_cospi(long double x)
{
    long double r = fabsl(mod2(x));

    if (isinf(x))
        return NAN;
    if (r == 0.5L)
        return 0.0L;
    if (r > 0.25L && r < 0.75L)
        return sinl(pi * (0.5L - r));
    return r <= 0.25L ? cosl(pi * r) : -cosl(pi * (1.0L - r));
}

static long double
ref_tanpi(long double x)
{
    long double r = mod2(x);

    if (isinf(x))
        return NAN;
    if (x == truncl(x))
        return copysignl(0.0L, fabsl(r) == 1.0L ? -x : x);
    if (fabsl(r) == 0.5L)
        return r > 0.0L ? (long double)INFINITY : (long double)-INFINITY;
    return ref_sinpi(x) / ref_cospi(x);
}

static long double
ref_asinpi(long double x)
{
    return asinl(x) / pi;
}

static long double
ref_acospi(long double x)
{
    return acosl(x) / pi;
}

static long double
ref_atanpi(long double x)
{
    return atanl(x) / pi;
}

static long double
ref_atan2pi(long double y, long double x)
{
    return atan2l(y, x) / pi;
}

static long double
ref_exp10(long double x)
{
    return powl(10.0L, x);
}

static long double
ref_rsqrt(long double x)
{
    return 1.0L / sqrtl(x);
}

static long double
ref_recip(long double x)
{
    return 1.0L / x;
}

static long double
ref_divide(long double x, long double y)
{
    return x / y;
}

// x87's powl is wrong for some infinite results with a huge y.
static long double
ref_pow(long double x, long double y)
{
    return isinf(x) || x == 0.0L ? (long double)pow((double)x, (double)y) : powl(x, y);
}

static long double
ref_powr(long double x, long double y)
{
    if (isnan(x) || isnan(y) || x < 0.0L)
        return NAN;
    if (y == 0.0L)
        return x == 0.0L || isinf(x) ? NAN : 1.0L;
    if (x == 1.0L && isinf(y))
        return NAN;
    return powl(fabsl(x), y);
}

static long double
ref_pown(long double x, int n)
{
    return powl(x, n);
}

static long double
ref_rootn(long double x, int n)
{
    long double r;

    if (n == 0 || (x < 0.0L && n % 2 == 0))
        return NAN;
    if (isnan(x))
        return x;
    if (x == 0.0L)
        r = n < 0 ? (long double)INFINITY : 0.0L;
    else
        r = powl(fabsl(x), 1.0L / n);
    return n % 2 ? copysignl(r, x) : r;
}

static long double
ref_maxmag(long double x, long double y)
{
    return fabsl(x) > fabsl(y) ? x : (fabsl(y) > fabsl(x) ? y : fmaxl(x, y));
}

static long double
ref_minmag(long double x, long double y)
{
    return fabsl(x) < fabsl(y) ? x : (fabsl(y) < fabsl(x) ? y : fminl(x, y));
}

static long double
ref_ilogb(long double x)
{
    if (x == 0.0L)
        return INT_MIN;
    if (isnan(x) || isinf(x))
        return INT_MAX;
    return ilogbl(x);
}

static long double
ref_ldexp(long double x, int n)
{
    int c = n < -5000 ? -5000 : (n > 5000 ? 5000 : n);

    return ldexpl(x, c);
}

static long double
ref_frexp(long double x, int *n)
{
    long double r;

    *n = 0;
    r = frexpl(x, n);
    if (isnan(x) || isinf(x))
        *n = 0;
    return r;
}

static long double
ref_fract(long double x, long double *whole)
{
    *whole = floorl(x);
    return isinf(x) || x == 0.0L ? copysignl(0.0L, x) : x - *whole;
}

static long double
ref_sincos(long double x, long double *cosine)
{
    *cosine = cosl(x);
    return sinl(x);
}

static long double
ref_tgamma(long double x)
{
    return x == -INFINITY ? NAN : tgammal(x);
}

static long double
ref_lgamma_r(long double x, int *sign)
{
    long double f = floorl(x);

    // Minus infinity is no negative integer.
    *sign = isinf(x) ? 1 : x <= 0.0L && f == x ? 0 : (x < 0.0L && fmodl(f, 2.0L) != 0.0L ? -1 : 1);
    return lgammal(x);
}

static long double
ref_lgamma(long double x)
{
    return lgammal(x);
}

// Of halves: nothing that matters to them is rounded.
static long double
ref_mad(long double x, long double y, long double z)
{
    return x * y + z;
}

// x and y are floats or doubles: x87's remainder is exact.
static long double
ref_remquo(long double x, long double y, int *quo)
{
    int q = 0;
    long double r = remquol(x, y, &q);

    if (isnan(r)) {
        *quo = 0;
        return r;
    }
    // glibc gives three bits of the quotient; seven are wanted: reduce modulo 128 y first.
    if (isinf(y)) {
        *quo = 0;
        return r;
    }
    {
        long double a = fmodl(fabsl(x), 128.0L * fabsl(y));
        long double k = rintl((a - fabsl(remainderl(a, y)) * (remainderl(a, y) < 0 ? -1.0L : 1.0L)) / fabsl(y));
        int n = (int)fmodl(k, 128.0L);

        *quo = signbit(x) != signbit(y) ? -n : n;
    }
    return r;
}

// ---- The table ------------------------------------------------------------------------------------------------------

// X(length of the name, name, reference, ULP allowed for float, for double, whether the sign of a zero matters). The
// specification: "ULP values for single precision built-in math functions", and for double; pow and powr keep to 2
// and 1 of the 16, and are exact wherever the result is one of the type (powers.c).
#define UNARY(X)                                                                                                       \
    X(4, acos, acosl, 4, 4, 1)                                                                                         \
    X(5, acosh, acoshl, 4, 4, 1)                                                                                       \
    X(6, acospi, ref_acospi, 5, 5, 1)                                                                                  \
    X(4, asin, asinl, 4, 4, 1)                                                                                         \
    X(5, asinh, asinhl, 4, 4, 1)                                                                                       \
    X(6, asinpi, ref_asinpi, 5, 5, 1)                                                                                  \
    X(4, atan, atanl, 5, 5, 1)                                                                                         \
    X(5, atanh, atanhl, 5, 5, 1)                                                                                       \
    X(6, atanpi, ref_atanpi, 5, 5, 1)                                                                                  \
    X(4, cbrt, cbrtl, 2, 2, 1)                                                                                         \
    X(4, ceil, ceill, 0, 0, 1)                                                                                         \
    X(3, cos, cosl, 4, 4, 1)                                                                                           \
    X(4, cosh, coshl, 4, 4, 1)                                                                                         \
    X(5, cospi, ref_cospi, 4, 4, 1)                                                                                    \
    X(3, erf, erfl, 16, 16, 1)                                                                                         \
    X(4, erfc, erfcl, 16, 16, 1)                                                                                       \
    X(3, exp, expl, 3, 3, 1)                                                                                           \
    X(4, exp2, exp2l, 3, 3, 1)                                                                                         \
    X(5, exp10, ref_exp10, 3, 3, 1)                                                                                    \
    X(5, expm1, expm1l, 3, 3, 1)                                                                                       \
    X(4, fabs, fabsl, 0, 0, 1)                                                                                         \
    X(5, floor, floorl, 0, 0, 1)                                                                                       \
    X(3, log, logl, 3, 3, 1)                                                                                           \
    X(4, log2, log2l, 3, 3, 1)                                                                                         \
    X(5, log10, log10l, 3, 3, 1)                                                                                       \
    X(5, log1p, log1pl, 2, 2, 1)                                                                                       \
    X(4, logb, logbl, 0, 0, 1)                                                                                         \
    X(4, rint, rintl, 0, 0, 1)                                                                                         \
    X(5, round, roundl, 0, 0, 1)                                                                                       \
    X(5, rsqrt, ref_rsqrt, 2, 2, 1)                                                                                    \
    X(3, sin, sinl, 4, 4, 1)                                                                                           \
    X(4, sinh, sinhl, 4, 4, 1)                                                                                         \
    X(5, sinpi, ref_sinpi, 4, 4, 1)                                                                                    \
    X(4, sqrt, sqrtl, 0.5, 0.5, 1)                                                                                     \
    X(3, tan, tanl, 5, 5, 1)                                                                                           \
    X(4, tanh, tanhl, 5, 5, 1)                                                                                         \
    X(5, tanpi, ref_tanpi, 6, 6, 1)                                                                                    \
    X(6, tgamma, ref_tgamma, 16, 16, 0)                                                                                \
    X(5, trunc, truncl, 0, 0, 1)

#define BINARY(X)                                                                                                      \
    X(5, atan2, atan2l, 6, 6, 1)                                                                                       \
    X(7, atan2pi, ref_atan2pi, 6, 6, 1)                                                                                \
    X(8, copysign, copysignl, 0, 0, 1)                                                                                 \
    X(4, fdim, fdiml, 0.5, 0.5, 0)                                                                                     \
    X(4, fmax, fmaxl, 0, 0, 0)                                                                                         \
    X(4, fmin, fminl, 0, 0, 0)                                                                                         \
    X(4, fmod, fmodl, 0, 0, 1)                                                                                         \
    X(5, hypot, hypotl, 4, 4, 1)                                                                                       \
    X(6, maxmag, ref_maxmag, 0, 0, 0)                                                                                  \
    X(6, minmag, ref_minmag, 0, 0, 0)                                                                                  \
    X(3, pow, ref_pow, 2, 1, 1)                                                                                        \
    X(4, powr, ref_powr, 2, 1, 0)                                                                                      \
    X(9, remainder, remainderl, 0, 0, 1)

// Accuracy is the implementation's business for native_, 8192 ULP for half_; both only within a domain.
#define FAST(X)                                                                                                        \
    X(8, half_cos, cosl, -0x1p16, 0x1p16)                                                                              \
    X(8, half_exp, expl, -87, INFINITY)                                                                                \
    X(9, half_exp2, exp2l, -126, INFINITY)                                                                             \
    X(10, half_exp10, ref_exp10, -37, INFINITY)                                                                        \
    X(8, half_log, logl, -INFINITY, INFINITY)                                                                          \
    X(9, half_log2, log2l, -INFINITY, INFINITY)                                                                        \
    X(10, half_log10, log10l, -INFINITY, INFINITY)                                                                     \
    X(10, half_recip, ref_recip, -INFINITY, INFINITY)                                                                  \
    X(10, half_rsqrt, ref_rsqrt, -INFINITY, INFINITY)                                                                  \
    X(8, half_sin, sinl, -0x1p16, 0x1p16)                                                                              \
    X(9, half_sqrt, sqrtl, -INFINITY, INFINITY)                                                                        \
    X(8, half_tan, tanl, -0x1p16, 0x1p16)                                                                              \
    X(10, native_cos, cosl, -0x1p16, 0x1p16)                                                                           \
    X(10, native_exp, expl, -87, INFINITY)                                                                             \
    X(11, native_exp2, exp2l, -126, INFINITY)                                                                          \
    X(12, native_exp10, ref_exp10, -37, INFINITY)                                                                      \
    X(10, native_log, logl, 2, 1e38)                                                                                   \
    X(11, native_log2, log2l, 2, 1e38)                                                                                 \
    X(12, native_log10, log10l, 2, 1e38)                                                                               \
    X(12, native_recip, ref_recip, -INFINITY, INFINITY)                                                                \
    X(12, native_rsqrt, ref_rsqrt, -INFINITY, INFINITY)                                                                \
    X(10, native_sin, sinl, -0x1p16, 0x1p16)                                                                           \
    X(11, native_sqrt, sqrtl, -INFINITY, INFINITY)                                                                     \
    X(10, native_tan, tanl, -0x1p16, 0x1p16)

#define FAST_BINARY(X)                                                                                                 \
    X(11, half_divide, ref_divide)                                                                                     \
    X(9, half_powr, ref_powr)                                                                                          \
    X(13, native_divide, ref_divide)

// The specification leaves lgamma's error open. Relative to -2 < x only, away from the zeros on the negative side.
#define BEFORE_ZEROS(X) X(6, lgamma, ref_lgamma, 4, 64)

typedef math_half_type half;

// Weak: an overload that does not exist yet is null.
#define DECLARE_F_F(n, name, ...)                                                                                      \
    extern float f_##name(float) __asm__("_Z" #n #name "f") __attribute__((weak));                                     \
    extern double d_##name(double) __asm__("_Z" #n #name "d") __attribute__((weak));                                   \
    extern half h_##name(half) __asm__("_Z" #n #name "Dh") __attribute__((weak));
#define DECLARE_F_FF(n, name, ...)                                                                                     \
    extern float f_##name(float, float) __asm__("_Z" #n #name "ff") __attribute__((weak));                             \
    extern double d_##name(double, double) __asm__("_Z" #n #name "dd") __attribute__((weak));                          \
    extern half h_##name(half, half) __asm__("_Z" #n #name "DhDh") __attribute__((weak));
UNARY(DECLARE_F_F)
BEFORE_ZEROS(DECLARE_F_F)
BINARY(DECLARE_F_FF)
FAST(DECLARE_F_F)
FAST_BINARY(DECLARE_F_FF)

extern float f_fma(float, float, float) __asm__("_Z3fmafff") __attribute__((weak));
extern double d_fma(double, double, double) __asm__("_Z3fmaddd") __attribute__((weak));
extern half h_fma(half, half, half) __asm__("_Z3fmaDhDhDh") __attribute__((weak));
extern float f_mad(float, float, float) __asm__("_Z3madfff") __attribute__((weak));
extern double d_mad(double, double, double) __asm__("_Z3madddd") __attribute__((weak));
extern half h_mad(half, half, half) __asm__("_Z3madDhDhDh") __attribute__((weak));
extern float f_ldexp(float, int) __asm__("_Z5ldexpfi") __attribute__((weak));
extern double d_ldexp(double, int) __asm__("_Z5ldexpdi") __attribute__((weak));
extern half h_ldexp(half, int) __asm__("_Z5ldexpDhi") __attribute__((weak));
extern float f_pown(float, int) __asm__("_Z4pownfi") __attribute__((weak));
extern double d_pown(double, int) __asm__("_Z4powndi") __attribute__((weak));
extern half h_pown(half, int) __asm__("_Z4pownDhi") __attribute__((weak));
extern float f_rootn(float, int) __asm__("_Z5rootnfi") __attribute__((weak));
extern double d_rootn(double, int) __asm__("_Z5rootndi") __attribute__((weak));
extern half h_rootn(half, int) __asm__("_Z5rootnDhi") __attribute__((weak));
extern int f_ilogb(float) __asm__("_Z5ilogbf") __attribute__((weak));
extern int d_ilogb(double) __asm__("_Z5ilogbd") __attribute__((weak));
extern int h_ilogb(half) __asm__("_Z5ilogbDh") __attribute__((weak));
extern float f_fract(float, float *) __asm__("_Z5fractfPf") __attribute__((weak));
extern double d_fract(double, double *) __asm__("_Z5fractdPd") __attribute__((weak));
extern half h_fract(half, half *) __asm__("_Z5fractDhPDh") __attribute__((weak));
extern float f_modf(float, float *) __asm__("_Z4modffPf") __attribute__((weak));
extern double d_modf(double, double *) __asm__("_Z4modfdPd") __attribute__((weak));
extern half h_modf(half, half *) __asm__("_Z4modfDhPDh") __attribute__((weak));
extern float f_sincos(float, float *) __asm__("_Z6sincosfPf") __attribute__((weak));
extern double d_sincos(double, double *) __asm__("_Z6sincosdPd") __attribute__((weak));
extern half h_sincos(half, half *) __asm__("_Z6sincosDhPDh") __attribute__((weak));
extern float f_frexp(float, int *) __asm__("_Z5frexpfPi") __attribute__((weak));
extern double d_frexp(double, int *) __asm__("_Z5frexpdPi") __attribute__((weak));
extern half h_frexp(half, int *) __asm__("_Z5frexpDhPi") __attribute__((weak));
extern float f_lgamma_r(float, int *) __asm__("_Z8lgamma_rfPi") __attribute__((weak));
extern double d_lgamma_r(double, int *) __asm__("_Z8lgamma_rdPi") __attribute__((weak));
extern half h_lgamma_r(half, int *) __asm__("_Z8lgamma_rDhPi") __attribute__((weak));
extern float f_remquo(float, float, int *) __asm__("_Z6remquoffPi") __attribute__((weak));
extern double d_remquo(double, double, int *) __asm__("_Z6remquoddPi") __attribute__((weak));
extern half h_remquo(half, half, int *) __asm__("_Z6remquoDhDhPi") __attribute__((weak));
extern float f_nextafter(float, float) __asm__("_Z9nextafterff") __attribute__((weak));
extern double d_nextafter(double, double) __asm__("_Z9nextafterdd") __attribute__((weak));
extern half h_nextafter(half, half) __asm__("_Z9nextafterDhDh") __attribute__((weak));

// clang-format off
#define ROW_WITHIN(name, kind, member, refmember, ref, ulp, ulp_double, zero, low, high)                               \
    {#name, kind, {.member = f_##name}, {.member = d_##name}, {.member = h_##name}, {.refmember = ref},                \
     ulp, ulp_double, zero, low, high},
#define ROW(name, kind, member, refmember, ref, ulp, ulp_double, zero)                                                 \
    ROW_WITHIN(name, kind, member, refmember, ref, ulp, ulp_double, zero, -INFINITY, INFINITY)
#define ROW_F_F(n, name, ref, ulp, ulp_double, zero)                                                                   \
    ROW(name, MATH_F_F, f_f, f_f, ref, ulp, ulp_double, zero)
#define ROW_F_FF(n, name, ref, ulp, ulp_double, zero)                                                                  \
    ROW(name, MATH_F_FF, f_ff, f_ff, ref, ulp, ulp_double, zero)
#define ROW_BEFORE_ZEROS(n, name, ref, ulp, ulp_double)                                                                \
    ROW_WITHIN(name, MATH_F_F, f_f, f_f, ref, ulp, ulp_double, false, -2.0, INFINITY)
#define ROW_FAST(n, name, ref, low, high) ROW_WITHIN(name, MATH_F_F, f_f, f_f, ref, 8192, 8192, false, low, high)
#define ROW_FAST_BINARY(n, name, ref)                                                                                  \
    ROW(name, MATH_F_FF, f_ff, f_ff, ref, 8192, 8192, false)

const struct math_row math_rows[] = {
    UNARY(ROW_F_F)
    BINARY(ROW_F_FF)
    ROW(fma, MATH_F_FFF, f_fff, f_f, NULL, 0, 0, true)
    {"mad", MATH_MAD, {.f_fff = f_mad}, {.f_fff = d_mad}, {NULL}, {NULL}, 0, 0, true, -INFINITY, INFINITY},
    // Of halves it is the implementation's business: fma's accuracy, but for what float's rounding adds.
    {"mad", MATH_F_FFF, {NULL}, {NULL}, {.f_fff = h_mad}, {.f_fff = ref_mad}, 2, 2, true, -INFINITY, INFINITY},
    ROW(ldexp, MATH_F_FI, f_fi, f_fi, ref_ldexp, 0.5, 0.5, true)
    ROW(pown, MATH_F_FI, f_fi, f_fi, ref_pown, 16, 1, true)
    ROW(rootn, MATH_F_FI, f_fi, f_fi, ref_rootn, 16, 1, true)
    ROW(ilogb, MATH_I_F, i_f, f_f, ref_ilogb, 0, 0, true)
    ROW(fract, MATH_F_F_PF, f_f_pf, f_f_pf, ref_fract, 1, 1, true)
    ROW(modf, MATH_F_F_PF, f_f_pf, f_f_pf, modfl, 0, 0, true)
    ROW(sincos, MATH_F_F_PF, f_f_pf, f_f_pf, ref_sincos, 4, 4, true)
    ROW(frexp, MATH_F_F_PI, f_f_pi, f_f_pi, ref_frexp, 0, 0, true)
    ROW(lgamma_r, MATH_F_F_PI, f_f_pi, f_f_pi, ref_lgamma_r, 1e9, 1e18, false)
    ROW(remquo, MATH_F_FF_PI, f_ff_pi, f_ff_pi, ref_remquo, 0, 0, true)
    ROW(nextafter, MATH_NEXTAFTER, f_ff, f_ff, NULL, 0, 0, true)
    BEFORE_ZEROS(ROW_BEFORE_ZEROS)
    FAST(ROW_FAST)
    FAST_BINARY(ROW_FAST_BINARY)
    {NULL, MATH_F_F, {NULL}, {NULL}, {NULL}, {NULL}, 0, 0, false, 0, 0},
};
// clang-format on
