// SPDX-License-Identifier: Apache-2.0
// native_powr(x, y): powr, fast. For normal x > 0.
#include "weft_math_expf.h"
#include "weft_math_logf.h"

float WEFT_INLINE
native_powr(float x, float y)
{
    return __weft_native_exp2f(y * __weft_native_log2f(x));
}

WEFT_BINARY(float, native_powr, float, float)
