// SPDX-License-Identifier: Apache-2.0
// mad(a, b, c): a * b + c. As fma: one rounding is as good as any. Where the CPU has none the product is rounded, too,
// and that of halves to float before, as it is where the CPU computes in float; contract says so (passes fma-lowering
// and half-lowering). Its accuracy is the implementation's.
#include "weft_math.h"

#pragma clang fp contract(fast)
WEFT_ELEMENTWISE_3(float, mad, __builtin_elementwise_fma)
WEFT_ELEMENTWISE_3(double, mad, __builtin_elementwise_fma)
WEFT_ELEMENTWISE_3(half, mad, __builtin_elementwise_fma)
