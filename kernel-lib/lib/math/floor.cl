// SPDX-License-Identifier: Apache-2.0
// floor(x): rounds down to an integer. Exact.
#include "weft_math.h"

WEFT_ELEMENTWISE(float, floor, __builtin_elementwise_floor)
WEFT_ELEMENTWISE(double, floor, __builtin_elementwise_floor)
WEFT_ELEMENTWISE(half, floor, __builtin_elementwise_floor)
