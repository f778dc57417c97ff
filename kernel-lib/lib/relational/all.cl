// SPDX-License-Identifier: Apache-2.0
// all(x): whether all components have their most significant bit set.
#include "weft_gentype.h"

#define DEFINE_N(n, T)                                                                                                 \
    int WEFT_INLINE all(T##n x)                                                                                        \
    {                                                                                                                  \
        return __builtin_reduce_and(x) < 0;                                                                            \
    }
#define DEFINE(T, ...)                                                                                                 \
    int WEFT_INLINE all(T x)                                                                                           \
    {                                                                                                                  \
        return x < 0;                                                                                                  \
    }                                                                                                                  \
    WEFT_WIDTHS(DEFINE_N, T)
WEFT_SIGNED_TYPES(DEFINE)
