// SPDX-License-Identifier: Apache-2.0
// tgamma(x): the gamma function, in double arithmetic.
//
// x >= 1/2: exp of Stirling's series with a minimax remainder at x or x + 3 (weft_math_gammaf.h); below by reflection,
// pi / (sin(pi x) gamma(1 - x)). Allowed 16 ULP, measured 0.50.
#include "weft_math_gamma.h"
#include "weft_math_gammaf.h"

float WEFT_FN
tgamma(float x)
{
    double d = (double)x;
    bool reflect = x < 0.5f;
    double y = reflect ? 1.0 - d : d;
    bool small = y < 3.0;
    double up = small ? y + 3.0 : y;
    double product = small ? y * (y + 1.0) * (y + 2.0) : 1.0;
    // log2(2 pi)/2
    double l = (up - 0.5) * __weft_log2_wide(up) + (__weft_stirling_remainder(up) - up) * WEFT_LOG2E +
               0x1.536439a4c6efcp0;
    double gamma = __weft_exp2_wide(__weft_at_most(l, 500.0)) / product;
    int n;
    double s = __weft_sinpi_wide(__weft_abs(d), &n);
    double r;

    // Where gamma(1 - x) is clipped the quotient underflows as it should.
    s = __weft_xor_sign(s, ((ulong)(uint)n << 63) ^ as_ulong(d));
    r = reflect ? 0x1.921fb54442d18p1 / (s * gamma) : gamma;
    r = x < 0.0f && __builtin_elementwise_floor(x) == x ? WEFT_NAN : r;
    r = x == 0.0f ? __weft_copysign(WEFT_INF, d) : r;
    return (float)(x == WEFT_INFF ? d : r);
}

// double: the same series with its logarithm in two doubles (weft_math_gamma.h). Measured 7.27.
double WEFT_FN
tgamma(double x)
{
    bool reflect = x < 0.5;
    // gamma(300) overflows, 1/gamma(300) underflows.
    double c = __weft_at_least(__weft_at_most(x, 300.0), -300.0);
    double y = reflect ? 1.0 - c : c;
    double y_lo = reflect ? (1.0 - y) - c : 0.0;
    bool small = y < 5.0;
    double up = small ? y + 5.0 : y;
    // y (y + 1) (y + 2) (y + 3) (y + 4), and its derivative for y_lo.
    double a = __weft_fma(y, y, 4.0 * y);
    double b = a * (a + 3.0);
    double slope = __weft_fma((2.0 * y + 4.0) * (a + a + 3.0), y + 2.0, b);
    double product = small ? __weft_fma(y_lo, slope, b * (y + 2.0)) : 1.0;
    double l_lo;
    double l = __weft_log2_gamma_dd(up, y_lo + (small ? y - (up - 5.0) : 0.0), &l_lo);
    int odd;
    double s = __weft_sinpi_magnitude(__weft_abs(x), &odd);
    double power;
    double rest;
    double p = __weft_exp2_dd_parts(reflect ? -l : l, reflect ? -l_lo : l_lo, &power, &rest);
    double r;

    // pi / (sin(pi x) gamma(1 - x)), scaled last, so that neither 1/gamma(1 - x) nor gamma(1 - x) leaves the range.
    s = x < 0.0 && !odd ? -s : s;
    r = (reflect ? p * (0x1.921fb54442d18p1 * product / s) : p / product) * power * rest;
    r = __weft_abs(x) < 0x1p-200 ? 1.0 / x : r;
    r = x < 0.0 && __builtin_elementwise_floor(x) == x ? WEFT_NAN : r;
    r = x == 0.0 ? __weft_copysign(WEFT_INF, x) : r;
    return x == WEFT_INF ? x : r;
}

WEFT_UNARY(float, tgamma, float)
WEFT_UNARY(double, tgamma, double)
WEFT_HALF_UNARY(half, tgamma)
