// SPDX-License-Identifier: Apache-2.0
// fabs(x): the magnitude of x. Exact.
#include "weft_math.h"

WEFT_ELEMENTWISE(float, fabs, __builtin_elementwise_abs)
WEFT_ELEMENTWISE(double, fabs, __builtin_elementwise_abs)
WEFT_ELEMENTWISE(half, fabs, __builtin_elementwise_abs)
