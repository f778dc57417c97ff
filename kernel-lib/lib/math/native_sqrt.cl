// SPDX-License-Identifier: Apache-2.0
// native_sqrt(x): sqrt, fast.
#include "weft_math.h"

float WEFT_INLINE
native_sqrt(float x)
{
    return __builtin_elementwise_sqrt(x);
}

WEFT_UNARY(float, native_sqrt, float)
