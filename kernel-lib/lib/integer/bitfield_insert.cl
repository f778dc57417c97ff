// SPDX-License-Identifier: Apache-2.0
// bitfield_insert(base, insert, offset, count): base with `count` bits from `offset` on from insert.
#include "weft_bitfield.h"

#define DEFINE(n, T, I, U, W)                                                                                          \
    T##n WEFT_INLINE bitfield_insert(T##n base, T##n insert, uint offset, uint count)                                  \
    {                                                                                                                  \
        const T mask = (T)(WEFT_LOW_BITS(U, W, count) << (offset & ((W) - 1)));                                        \
        return (T##n)((base & (T##n)((T)~mask)) | ((insert << (T##n)((T)(offset & ((W) - 1)))) & (T##n)mask));         \
    }
WEFT_BITFIELD_TYPES(DEFINE)
