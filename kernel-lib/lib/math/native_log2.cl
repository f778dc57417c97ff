// SPDX-License-Identifier: Apache-2.0
// native_log2(x): log2, fast. Error 2^-16 for normal x > 0.
#include "weft_math_logf.h"

float WEFT_INLINE
native_log2(float x)
{
    return __weft_native_log2f(x);
}

WEFT_UNARY(float, native_log2, float)
