// SPDX-License-Identifier: Apache-2.0
// native_log10(x): log10, fast. Error 2^-16 for normal x > 0.
#include "weft_math_logf.h"

float WEFT_INLINE
native_log10(float x)
{
    return __weft_native_log2f(x) * 0x1.344136p-2f;
}

WEFT_UNARY(float, native_log10, float)
