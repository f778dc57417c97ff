// SPDX-License-Identifier: Apache-2.0
// ldexp(x, k): x * 2^k, rounded once.
//
// By the CPU, or: the product is formed in double, where it is exact for every k that leaves a nonzero finite result, and
// then rounded.
#include "weft_math.h"

float WEFT_FN
ldexp(float x, int k)
{
    int c = k < -300 ? -300 : k;

    if (__weft_has_scaling())
        return __builtin_elementwise_ldexp(x, k);
    c = c > 300 ? 300 : c;
    return (float)((double)x * __weft_pow2d(c));
}

// double: the exponent is inserted 64 too high where the result may be denormal, and a product rounds once.
double WEFT_FN
ldexp(double x, int k)
{
    bool tiny = __weft_abs(x) < 0x1p-1022;
    ulong bits = as_ulong(tiny ? x * 0x1p54 : x);
    int c = k < -2200 ? -2200 : k;
    int e = (int)((bits >> 52) & 0x7ff) - (tiny ? 54 : 0);
    bool low;
    double r;

    if (__weft_has_scaling())
        return __builtin_elementwise_ldexp(x, k);
    c = c > 2200 ? 2200 : c;
    e += c;
    e = e > 2047 ? 2047 : e;
    e = e < -63 ? -63 : e;
    low = e < 1;
    // An exponent of 2047 is infinity once the significand is gone.
    bits = (bits & (e == 2047 ? 0x8000000000000000ul : 0x800ffffffffffffful)) | (ulong)(low ? e + 64 : e) << 52;
    r = as_double(bits) * (low ? 0x1p-64 : 1.0);
    return x == 0.0 || !(__weft_abs(x) < WEFT_INF) ? x : r;
}

WEFT_BINARY(float, ldexp, float, int)
WEFT_BINARY_VS(float, ldexp, float, int)
WEFT_BINARY(double, ldexp, double, int)
WEFT_BINARY_VS(double, ldexp, double, int)
WEFT_HALF_BINARY(ldexp, int)
WEFT_BINARY_VS(half, ldexp, half, int)
