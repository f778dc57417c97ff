// SPDX-License-Identifier: Apache-2.0
// hadd(x, y): (x + y) >> 1 without overflow; the common bits, and half of those that differ.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE hadd(T x, T y)                                                                                       \
    {                                                                                                                  \
        return (T)((x & y) + ((x ^ y) >> 1));                                                                          \
    }                                                                                                                  \
    WEFT_BINARY(T, hadd, T, T)
WEFT_INTEGER_TYPES(DEFINE)
