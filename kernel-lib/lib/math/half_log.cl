// SPDX-License-Identifier: Apache-2.0
// half_log(x): log with at least 10 bits of accuracy (8192 ULP). Error 2^-16.
#include "weft_math_logf.h"

float WEFT_INLINE
half_log(float x)
{
    float k;
    float f = __weft_logf_reduce(x, &k);
    float p = __weft_poly(f, 0x1.715476p0f, -0x1.7144d8p-1f, 0x1.eb901ep-2f, -0x1.770f7p-2f, 0x1.43f85p-2f,
                          -0x1.a41f14p-3f);

    return __weft_logf_special(x, __weft_fma(p, f, k) * 0x1.62e43p-1f);
}

WEFT_UNARY(float, half_log, float)
