// SPDX-License-Identifier: Apache-2.0
// sign(x): 1, -1, the zero itself; 0 for NaN.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE sign(T x)                                                                                            \
    {                                                                                                                  \
        T zero = x == (T)0 ? x : (T)0;                                                                                 \
        return x > (T)0 ? (T)1 : x < (T)0 ? -(T)1 : zero;                                                              \
    }                                                                                                                  \
    WEFT_UNARY(T, sign, T)
WEFT_FLOAT_TYPES(DEFINE)
