// SPDX-License-Identifier: Apache-2.0
// smoothstep(edge0, edge1, x): Hermite interpolation between the edges; the edges may be scalars. Of halves as floats,
// where no difference overflows. Where both differences are infinite, x >= edge1 gives 1 all the same.
#include "weft_gentype.h"

#define DEFINE(T, W)                                                                                                   \
    T WEFT_INLINE smoothstep(T edge0, T edge1, T x)                                                                    \
    {                                                                                                                  \
        W q = ((W)x - (W)edge0) / ((W)edge1 - (W)edge0);                                                               \
        W t = clamp(q != q && x >= edge1 ? (W)1 : q, (W)0, (W)1);                                                      \
        return (T)(t * t * ((W)3 - (W)2 * t));                                                                         \
    }                                                                                                                  \
    WEFT_TERNARY(T, smoothstep, T, T, T)                                                                               \
    WEFT_TERNARY_SSV(T, smoothstep, T, T, T)
DEFINE(half, float)
DEFINE(float, float)
DEFINE(double, double)
