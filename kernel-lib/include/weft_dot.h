// SPDX-License-Identifier: Apache-2.0
// Dot products of four bytes, signed or not.
#ifndef WEFT_DOT_H
#define WEFT_DOT_H

#include "weft_gentype.h"

// M(R, A, B, name): the result's type, the vectors', and how functions of packed bytes call the three.
#define WEFT_DOT_TYPES(M)                                                                                              \
    M(uint, uchar4, uchar4, uu_uint)                                                                                   \
    M(int, char4, char4, ss_int)                                                                                       \
    M(int, uchar4, char4, us_int)                                                                                      \
    M(int, char4, uchar4, su_int)

#endif
