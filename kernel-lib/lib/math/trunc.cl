// SPDX-License-Identifier: Apache-2.0
// trunc(x): rounds towards zero to an integer. Exact.
#include "weft_math.h"

WEFT_ELEMENTWISE(float, trunc, __builtin_elementwise_trunc)
WEFT_ELEMENTWISE(double, trunc, __builtin_elementwise_trunc)
WEFT_ELEMENTWISE(half, trunc, __builtin_elementwise_trunc)
