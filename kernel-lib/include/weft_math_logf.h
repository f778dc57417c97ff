// SPDX-License-Identifier: Apache-2.0
// The cores of the float logarithms: x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), f exact, and polynomials of f.
//
// Relative error of the polynomials 2^-27.7. Constants: sollya gen/float_log.sollya.
#ifndef WEFT_MATH_LOGF_H
#define WEFT_MATH_LOGF_H

#include "weft_math.h"

// For x normal and positive.
WEFT_HELPER float
__weft_logf_reduce_normal(float x, int *k)
{
    int i = as_int(x) - 0x3f3504f3;

    *k = i >> 23;
    return as_float((i & 0x7fffff) + 0x3f3504f3) - 1.0f;
}

// For x positive and finite.
WEFT_HELPER float
__weft_logf_reduce(float x, float *k)
{
    bool tiny = x < 0x1p-126f;
    int n;
    float f = __weft_logf_reduce_normal(tiny ? x * 0x1p23f : x, &n);

    *k = (float)(tiny ? n - 23 : n);
    return f;
}

// r, except where the logarithm of x is special.
WEFT_HELPER float
__weft_logf_special(float x, float r)
{
    r = x < WEFT_INFF ? r : x;
    r = x < 0.0f ? WEFT_NANF : r;
    return x == 0.0f ? -WEFT_INFF : r;
}

// A logarithm of x, as combine(k, f) gives it; what is not normal and positive is computed apart.
#define WEFT_LOGF(x, combine)                                                                                          \
    ({                                                                                                                 \
        int weft_k;                                                                                                    \
        float weft_f = __weft_logf_reduce_normal(x, &weft_k);                                                          \
        float weft_r = combine((float)weft_k, weft_f);                                                                 \
        if (WEFT_RARELY(as_uint(x) - 0x00800000u >= 0x7f000000u)) {                                                    \
            float weft_wide_k;                                                                                         \
            weft_f = __weft_logf_reduce(x, &weft_wide_k);                                                              \
            weft_r = __weft_logf_special(x, combine(weft_wide_k, weft_f));                                             \
        }                                                                                                              \
        weft_r;                                                                                                        \
    })

// log(1 + f) - f for f in [sqrt(1/2) - 1, sqrt(2) - 1].
WEFT_HELPER float
__weft_logf_tail(float f)
{
    float p = __weft_poly(f, 0x1.99a41ep-3f, -0x1.5425bep-3f, 0x1.226d64p-3f, -0x1.0f3f68p-3f, 0x1.086626p-3f,
                          -0x1.38572ep-4f);

    p = __weft_more(f, p, -0x1.fffff8p-2f, 0x1.55555p-2f, -0x1.000432p-2f);
    return f * f * p;
}

// k log 2 + log(1 + f)
WEFT_HELPER float
__weft_logf_combine(float k, float f)
{
    float tail = __weft_horner(k, -0x1.05c61p-29f, __weft_logf_tail(f));

    return __weft_horner(k, 0x1.62e43p-1f, f + tail);
}

// log(1 + x) for x > -1, finite: 2^-k (1 + x) - 1 is formed with one rounding.
WEFT_HELPER float
__weft_log1pf(float x)
{
    int k;
    float s;

    __weft_logf_reduce_normal(1.0f + x, &k);
    // k can be 128, where 2^-k is no normal number.
    s = __weft_pow2f(64 - k) * 0x1p-64f;
    return __weft_logf_combine((float)k, __weft_fma(s, x, s - 1.0f));
}

// log2(x) with an error of 2^-16 for normal x > 0; of 0, whose power should be 0, too.
WEFT_HELPER float
__weft_native_log2f(float x)
{
    int k;
    float f = __weft_logf_reduce_normal(x, &k);
    float p =
        __weft_poly(f, 0x1.715476p0f, -0x1.7144d8p-1f, 0x1.eb901ep-2f, -0x1.770f7p-2f, 0x1.43f85p-2f, -0x1.a41f14p-3f);

    return x == 0.0f ? -WEFT_INFF : __weft_fma(p, f, (float)k);
}

#endif
