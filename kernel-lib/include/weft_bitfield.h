// SPDX-License-Identifier: Apache-2.0
// Bit fields, of a place and size that all elements of a vector share.
#ifndef WEFT_BITFIELD_H
#define WEFT_BITFIELD_H

#include "weft_gentype.h"

// The lowest bits of W, as U.
#define WEFT_LOW_BITS(U, W, count) ((count) ? (U)((U)~(U)0 >> ((W) - (count))) : (U)0)

// M(n, T, I, U, W) for each scalar and vector type: T or Tn, of W bits, that signed I and unsigned U are as large as.
#define WEFT_BITFIELD_TYPE(M, T, I, U, W)                                                                              \
    M(, T, I, U, W)                                                                                                    \
    WEFT_WIDTHS(M, T, I, U, W)
#define WEFT_BITFIELD_TYPES(M)                                                                                         \
    WEFT_BITFIELD_TYPE(M, char, char, uchar, 8)                                                                        \
    WEFT_BITFIELD_TYPE(M, uchar, char, uchar, 8)                                                                       \
    WEFT_BITFIELD_TYPE(M, short, short, ushort, 16)                                                                    \
    WEFT_BITFIELD_TYPE(M, ushort, short, ushort, 16)                                                                   \
    WEFT_BITFIELD_TYPE(M, int, int, uint, 32)                                                                          \
    WEFT_BITFIELD_TYPE(M, uint, int, uint, 32)                                                                         \
    WEFT_BITFIELD_TYPE(M, long, long, ulong, 64)                                                                       \
    WEFT_BITFIELD_TYPE(M, ulong, long, ulong, 64)

#endif
