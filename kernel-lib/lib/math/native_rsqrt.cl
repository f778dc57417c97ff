// SPDX-License-Identifier: Apache-2.0
// native_rsqrt(x): rsqrt, fast.
#include "weft_math.h"

float WEFT_INLINE
native_rsqrt(float x)
{
    return 1.0f / __builtin_elementwise_sqrt(x);
}

WEFT_UNARY(float, native_rsqrt, float)
