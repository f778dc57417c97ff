// SPDX-License-Identifier: Apache-2.0
// sqrt(x): square root, correctly rounded.
#include "weft_math.h"

WEFT_ELEMENTWISE(float, sqrt, __builtin_elementwise_sqrt)
WEFT_ELEMENTWISE(double, sqrt, __builtin_elementwise_sqrt)
WEFT_ELEMENTWISE(half, sqrt, __builtin_elementwise_sqrt)
