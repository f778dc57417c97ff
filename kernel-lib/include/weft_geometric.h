// SPDX-License-Identifier: Apache-2.0
// What the geometric functions share.
#ifndef WEFT_GEOMETRIC_H
#define WEFT_GEOMETRIC_H

#include "weft_gentype.h"

// The geometric functions exist for widths 1 to 4.
#define WEFT_GEOMETRIC_WIDTHS(M, ...) M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__)

// Sums of f(x.s0) + f(x.s1) ...
#define WEFT_SUM_2(M, ...) M(0, __VA_ARGS__) + M(1, __VA_ARGS__)
#define WEFT_SUM_3(M, ...) WEFT_SUM_2(M, __VA_ARGS__) + M(2, __VA_ARGS__)
#define WEFT_SUM_4(M, ...) WEFT_SUM_3(M, __VA_ARGS__) + M(3, __VA_ARGS__)

// The largest magnitude of a vector's elements; NaN elements are passed over.
#define WEFT_MAGNITUDE_LANE(i, v) m = __builtin_fmax(m, __builtin_fabs((v).s##i));

// A power of two that keeps the squares of doubles up to `largest` in magnitude within the range, else 1.
WEFT_HELPER double
__weft_square_scale(double largest)
{
    return largest > 0x1p500 ? 0x1p-600 : largest < 0x1p-450 ? 0x1p600 : 1.0;
}

#endif
