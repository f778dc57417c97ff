// SPDX-License-Identifier: Apache-2.0
// ceil(x): rounds up to an integer. Exact.
#include "weft_math.h"

WEFT_ELEMENTWISE(float, ceil, __builtin_elementwise_ceil)
WEFT_ELEMENTWISE(double, ceil, __builtin_elementwise_ceil)
WEFT_ELEMENTWISE(half, ceil, __builtin_elementwise_ceil)
