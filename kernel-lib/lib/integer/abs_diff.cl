// SPDX-License-Identifier: Apache-2.0
// abs_diff(x, y): |x - y| without overflow, as an unsigned number.
#include "weft_gentype.h"

#define DEFINE_SIGNED(T, ...)                                                                                          \
    u##T WEFT_INLINE abs_diff(T x, T y)                                                                                \
    {                                                                                                                  \
        return x < y ? (u##T)((u##T)y - (u##T)x) : (u##T)((u##T)x - (u##T)y);                                          \
    }                                                                                                                  \
    WEFT_BINARY(u##T, abs_diff, T, T)
#define DEFINE_UNSIGNED(T, ...)                                                                                        \
    T WEFT_INLINE abs_diff(T x, T y)                                                                                   \
    {                                                                                                                  \
        return x < y ? (T)(y - x) : (T)(x - y);                                                                        \
    }                                                                                                                  \
    WEFT_BINARY(T, abs_diff, T, T)
WEFT_SIGNED_TYPES(DEFINE_SIGNED)
WEFT_UNSIGNED_TYPES(DEFINE_UNSIGNED)
