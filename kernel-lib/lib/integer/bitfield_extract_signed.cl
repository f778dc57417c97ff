// SPDX-License-Identifier: Apache-2.0
// bitfield_extract_signed(base, offset, count): `count` bits from `offset` on, the last of which is the sign.
#include "weft_bitfield.h"

#define DEFINE(n, T, I, U, W)                                                                                          \
    I##n WEFT_INLINE bitfield_extract_signed(T##n base, uint offset, uint count)                                       \
    {                                                                                                                  \
        const uint up = ((W) - offset - count) & ((W) - 1), down = ((W) - count) & ((W) - 1);                          \
        const I mask = count ? (I)-1 : (I)0;                                                                           \
        return (I##n)(((I##n)(as_##I##n(base) << (I##n)((I)up)) >> (I##n)((I)down)) & (I##n)mask);                     \
    }
WEFT_BITFIELD_TYPES(DEFINE)
