// SPDX-License-Identifier: Apache-2.0
// any(x): whether any component has its most significant bit set.
#include "weft_gentype.h"

#define DEFINE_N(n, T)                                                                                                 \
    int WEFT_INLINE any(T##n x)                                                                                        \
    {                                                                                                                  \
        return __builtin_reduce_or(x) < 0;                                                                             \
    }
#define DEFINE(T, ...)                                                                                                 \
    int WEFT_INLINE any(T x)                                                                                           \
    {                                                                                                                  \
        return x < 0;                                                                                                  \
    }                                                                                                                  \
    WEFT_WIDTHS(DEFINE_N, T)
WEFT_SIGNED_TYPES(DEFINE)
