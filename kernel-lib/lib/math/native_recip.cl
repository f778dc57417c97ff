// SPDX-License-Identifier: Apache-2.0
// native_recip(x): 1 / x, fast.
#include "weft_math.h"

float WEFT_INLINE
native_recip(float x)
{
    return 1.0f / x;
}

WEFT_UNARY(float, native_recip, float)
