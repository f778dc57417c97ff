// SPDX-License-Identifier: Apache-2.0
// fast_normalize(p) = p * half_rsqrt(dot(p, p)); p itself where the sum of squares is below FLT_MIN.
#include "weft_geometric.h"

#define DEFINE_N(n, ...)                                                                                               \
    float##n WEFT_INLINE fast_normalize(float##n p)                                                                    \
    {                                                                                                                  \
        float square = dot(p, p);                                                                                      \
        float factor = square < FLT_MIN ? 1.0f : 1.0f / __builtin_sqrtf(square);                                       \
        return p * factor;                                                                                             \
    }

float WEFT_INLINE
fast_normalize(float p)
{
    return normalize(p);
}

WEFT_GEOMETRIC_WIDTHS(DEFINE_N, )
