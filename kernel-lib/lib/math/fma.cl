// SPDX-License-Identifier: Apache-2.0
// fma(a, b, c): a * b + c, rounded once. Exact.
#include "weft_math.h"

WEFT_ELEMENTWISE_3(float, fma, __builtin_elementwise_fma)
WEFT_ELEMENTWISE_3(double, fma, __builtin_elementwise_fma)
WEFT_ELEMENTWISE_3(half, fma, __builtin_elementwise_fma)
