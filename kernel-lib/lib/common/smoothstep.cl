// SPDX-License-Identifier: Apache-2.0
// smoothstep(edge0, edge1, x): Hermite interpolation between the edges; the edges may be scalars.
#include "weft_gentype.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_INLINE smoothstep(T edge0, T edge1, T x)                                                                    \
    {                                                                                                                  \
        T t = clamp((x - edge0) / (edge1 - edge0), (T)0, (T)1);                                                        \
        return t * t * ((T)3 - (T)2 * t);                                                                              \
    }                                                                                                                  \
    WEFT_TERNARY(T, smoothstep, T, T, T)                                                                               \
    WEFT_TERNARY_SSV(T, smoothstep, T, T, T)
WEFT_FLOAT_TYPES(DEFINE)
