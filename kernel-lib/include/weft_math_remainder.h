// SPDX-License-Identifier: Apache-2.0
// The exact remainder of doubles, for fmod, remainder and remquo: long division, 48 quotient bits a step.
//
// On significands in [1, 2): with q = trunc(r 2^48 / m) the remainder r 2^48 - q m has few bits and one fma gives it
// exactly; where the division rounded up to the next integer it is negative, and m is added back.
#ifndef WEFT_MATH_REMAINDER_H
#define WEFT_MATH_REMAINDER_H

#include "weft_math.h"

// The significand in [1, 2) of x > 0, finite, and its exponent.
WEFT_HELPER double
__weft_significand(double x, int *exponent)
{
    bool tiny = x < 0x1p-1022;
    ulong bits = as_ulong(tiny ? x * 0x1p54 : x);

    *exponent = (int)(bits >> 52) - (tiny ? 1023 + 54 : 1023);
    return as_double((bits & 0xffffffffffffful) | 0x3ff0000000000000ul);
}

// One step: r mod m; *q is the quotient, below 2^52.
WEFT_HELPER double
__weft_divide_step(double r, double m, double *q)
{
    double times = __builtin_elementwise_trunc(r / m);

    r = __weft_fma(-times, m, r);
    *q = r < 0.0 ? times - 1.0 : times;
    return r < 0.0 ? r + m : r;
}

// x mod y for 0 <= x, 0 < y, both finite, as r in units of *unit = 2^e where y = m 2^e; *low is the quotient mod 128.
WEFT_HELPER double
__weft_fmod(double x, double y, double *m, int *e, int *low)
{
    int ex;
    int ey;
    double mx = __weft_significand(x == 0.0 ? 1.0 : x, &ex);
    double my = __weft_significand(y, &ey);
    int d = ex - ey;
    double q = 0.0;
    double r;

    if (x == 0.0 || d < 0) {
        // The quotient is 0. Far below y the scale does not matter.
        r = x == 0.0 ? 0.0 : mx * __weft_pow2d(d < -1000 ? -1000 : d);
    } else {
        int first = d % 48;

        r = __weft_divide_step(mx * __weft_pow2d(first), my, &q);
        for (int left = d - first; left > 0; left -= 48)
            r = __weft_divide_step(r * 0x1p48, my, &q);
    }
    *low = (int)(q - 128.0 * __builtin_elementwise_floor(q * 0x1p-7));
    *m = my;
    *e = ey;
    return r;
}

// r 2^e, which is a double: r has its last place at 2^-52 or above.
WEFT_HELPER double
__weft_remainder_scale(double r, int e)
{
    // e >= -1074: two steps, the first exact.
    return e < -900 ? r * 0x1p-900 * __weft_pow2d(e + 900) : r * __weft_pow2d(e);
}

// The remainder of x by y to the nearest quotient, ties to even, and the quotient's low 7 bits with its sign.
WEFT_HELPER double
__weft_remquo(double x, double y, int *quotient)
{
    double ax = __weft_abs(x);
    double ay = __weft_abs(y);
    bool valid = ax < WEFT_INF && ay > 0.0;
    bool whole = ay == WEFT_INF;
    double m;
    int e;
    int n;
    double r = __weft_fmod(valid ? ax : 0.0, valid && !whole ? ay : 1.0, &m, &e, &n);
    bool up = r + r > m || (r + r == m && (n & 1));
    // With the quotient 0, x itself, which need not be a multiple of y's last place.
    bool small = whole || (ax < ay && !up);

    r = __weft_remainder_scale(up ? r - m : r, e);
    n = (up ? n + 1 : n) & 127;
    r = small ? ax : r;
    n = small ? 0 : n;
    n = (as_long(x) ^ as_long(y)) < 0 ? -n : n;
    *quotient = valid ? n : 0;
    return valid ? __weft_xor_sign(r, as_ulong(x)) : WEFT_NAN;
}

#endif
