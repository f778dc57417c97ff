// SPDX-License-Identifier: Apache-2.0
// nan(code): a quiet NaN with the code in its significand.
#include "weft_math.h"

float WEFT_INLINE
nan(uint code)
{
    return as_float(0x7fc00000 | (code & 0x3fffff));
}

double WEFT_INLINE
nan(ulong code)
{
    return as_double(0x7ff8000000000000ul | (code & 0x7fffffffffffful));
}

half WEFT_INLINE
nan(ushort code)
{
    return as_half((ushort)(0x7e00 | (code & 0x1ff)));
}

WEFT_UNARY(float, nan, uint)
WEFT_UNARY(double, nan, ulong)
WEFT_UNARY(half, nan, ushort)
