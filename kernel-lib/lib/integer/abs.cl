// SPDX-License-Identifier: Apache-2.0
// abs(x): the magnitude as an unsigned number, so that the most negative value has one too.
#include "weft_gentype.h"

#define DEFINE_SIGNED(T, ...)                                                                                          \
    u##T WEFT_INLINE abs(T x)                                                                                          \
    {                                                                                                                  \
        return x < 0 ? (u##T)(0 - (u##T)x) : (u##T)x;                                                                  \
    }                                                                                                                  \
    WEFT_UNARY(u##T, abs, T)
#define DEFINE_UNSIGNED(T, ...)                                                                                        \
    T WEFT_INLINE abs(T x)                                                                                             \
    {                                                                                                                  \
        return x;                                                                                                      \
    }                                                                                                                  \
    WEFT_UNARY(T, abs, T)
WEFT_SIGNED_TYPES(DEFINE_SIGNED)
WEFT_UNSIGNED_TYPES(DEFINE_UNSIGNED)
