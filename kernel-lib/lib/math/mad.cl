// SPDX-License-Identifier: Apache-2.0
// mad(a, b, c): a * b + c. As fma where the CPU has one, as one rounding is as good as any; halves are rounded twice
// where it has none for them, which takes a third of what one rounding takes.
#include "weft_math.h"

#pragma OPENCL FP_CONTRACT ON
#define WEFT_MULTIPLY_ADD(x, y, z) ((x) * (y) + (z))

WEFT_ELEMENTWISE_3(float, mad, __builtin_elementwise_fma)
WEFT_ELEMENTWISE_3(double, mad, __builtin_elementwise_fma)
WEFT_ELEMENTWISE_3(half, mad, WEFT_MULTIPLY_ADD)
