// SPDX-License-Identifier: Apache-2.0
// rhadd(x, y): (x + y + 1) >> 1 without overflow; all bits, less half of those that differ.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE rhadd(T x, T y)                                                                                      \
    {                                                                                                                  \
        return (T)((x | y) - ((x ^ y) >> 1));                                                                          \
    }                                                                                                                  \
    WEFT_BINARY(T, rhadd, T, T)
WEFT_INTEGER_TYPES(DEFINE)
