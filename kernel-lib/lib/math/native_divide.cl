// SPDX-License-Identifier: Apache-2.0
// native_divide(x, y): x / y, fast.
#include "weft_math.h"

float WEFT_INLINE
native_divide(float x, float y)
{
    return x / y;
}

WEFT_BINARY(float, native_divide, float, float)
