// SPDX-License-Identifier: Apache-2.0
// The exact remainder of floats in double arithmetic, for fmod, remainder and remquo.
//
// With q = trunc(r / y) below 2^53, r - q y has few bits and one fma gives it exactly; where the division rounded up to
// the next integer it is negative, and y is added back. Quotients beyond 2^48 go down in steps of 48 bits.
#ifndef WEFT_MATH_REMAINDERF_H
#define WEFT_MATH_REMAINDERF_H

#include "weft_math.h"

// x mod y for 0 <= x, 0 < y < infinity; *q is the quotient modulo 2^48 or more, as an integer.
WEFT_HELPER double
__weft_fmod_wide(double x, double y, double *q)
{
    double r = x;

    if (WEFT_RARELY(x >= y * 0x1p48)) {
        for (double scale = 0x1p240; scale >= 0x1p48; scale *= 0x1p-48) {
            double step = y * scale;
            double times = __builtin_elementwise_trunc(r / step);

            r = __weft_fma(-times, step, r);
            r = r < 0.0 ? r + step : r;
        }
    }
    double times = __builtin_elementwise_trunc(r / y);
    r = __weft_fma(-times, y, r);
    *q = r < 0.0 ? times - 1.0 : times;
    return r < 0.0 ? r + y : r;
}

// The remainder of x by y to the nearest quotient, ties to even, and the quotient's low 7 bits with its sign.
WEFT_HELPER float
__weft_remquof(float x, float y, int *quotient)
{
    float ax = __weft_abs(x);
    float ay = __weft_abs(y);
    bool valid = ax < WEFT_INFF && ay > 0.0f;
    // An infinite y leaves x as it is, as any y > 2 x does.
    double d = ay < WEFT_INFF ? (double)ay : 0x1p200;
    double q;
    double r = __weft_fmod_wide(valid ? (double)ax : 0.0, valid ? d : 1.0, &q);
    double low = q - 128.0 * __builtin_elementwise_floor(q * 0x1p-7);
    int n = (int)low;
    bool up = r + r > d || (r + r == d && (n & 1));

    r = up ? r - d : r;
    n = (up ? n + 1 : n) & 127;
    n = (as_int(x) ^ as_int(y)) < 0 ? -n : n;
    *quotient = valid ? n : 0;
    return valid ? __weft_xor_sign((float)r, as_uint(x)) : WEFT_NANF;
}

#endif
