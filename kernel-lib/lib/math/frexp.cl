// SPDX-License-Identifier: Apache-2.0
// frexp(x, exp): x = r 2^exp with 1/2 <= |r| < 1. Exact.
#include "weft_math.h"

float WEFT_MEM
frexp(float x, int *exp)
{
    uint a = as_uint(x) & 0x7fffffff;
    bool tiny = a < 0x00800000;
    bool plain = a != 0 && a < 0x7f800000;
    uint b = as_uint(tiny ? x * 0x1p25f : x);

    *exp = plain ? (int)((b >> 23) & 0xff) - (tiny ? 126 + 25 : 126) : 0;
    return plain ? as_float((b & 0x807fffff) | 0x3f000000) : x;
}

double WEFT_MEM
frexp(double x, int *exp)
{
    ulong a = as_ulong(x) & 0x7ffffffffffffffful;
    bool tiny = a < 0x0010000000000000ul;
    bool plain = a != 0 && a < 0x7ff0000000000000ul;
    ulong b = as_ulong(tiny ? x * 0x1p54 : x);

    *exp = plain ? (int)((b >> 52) & 0x7ff) - (tiny ? 1022 + 54 : 1022) : 0;
    return plain ? as_double((b & 0x800ffffffffffffful) | 0x3fe0000000000000ul) : x;
}

WEFT_UNARY_OUT(float, frexp, float, int)
WEFT_UNARY_OUT(double, frexp, double, int)
WEFT_HALF_UNARY_OUT(frexp, int)
