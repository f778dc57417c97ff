// SPDX-License-Identifier: Apache-2.0
// half_powr(x, y): powr with at least 10 bits of accuracy (8192 ULP). 2^(y log2 x) in float arithmetic.
#include "weft_math_expf.h"
#include "weft_math_logf.h"

float WEFT_INLINE
half_powr(float x, float y)
{
    float k;
    float f = __weft_logf_reduce(__weft_abs(x), &k);
    float tail = __weft_logf_combine(k, f) * WEFT_LOG2EF;
    float r = __weft_exp2f(y * __weft_logf_special(__weft_abs(x), tail));

    return x < 0.0f ? WEFT_NANF : r;
}

WEFT_BINARY(float, half_powr, float, float)
