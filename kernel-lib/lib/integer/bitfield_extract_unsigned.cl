// SPDX-License-Identifier: Apache-2.0
// bitfield_extract_unsigned(base, offset, count): `count` bits from `offset` on.
#include "weft_bitfield.h"

#define DEFINE(n, T, I, U, W)                                                                                          \
    U##n WEFT_INLINE bitfield_extract_unsigned(T##n base, uint offset, uint count)                                     \
    {                                                                                                                  \
        return (U##n)((as_##U##n(base) >> (U##n)((U)(offset & ((W) - 1)))) & (U##n)WEFT_LOW_BITS(U, W, count));        \
    }
WEFT_BITFIELD_TYPES(DEFINE)
