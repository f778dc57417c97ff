// SPDX-License-Identifier: Apache-2.0
// native_log(x): log, fast. Error 2^-16 for normal x > 0.
#include "weft_math_logf.h"

float WEFT_INLINE
native_log(float x)
{
    return __weft_native_log2f(x) * 0x1.62e43p-1f;
}

WEFT_UNARY(float, native_log, float)
