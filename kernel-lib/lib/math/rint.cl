// SPDX-License-Identifier: Apache-2.0
// rint(x): rounds to the nearest integer, ties to even, whatever the rounding mode. Exact.
#include "weft_math.h"

WEFT_ELEMENTWISE(float, rint, __builtin_elementwise_roundeven)
WEFT_ELEMENTWISE(double, rint, __builtin_elementwise_roundeven)
WEFT_ELEMENTWISE(half, rint, __builtin_elementwise_roundeven)
