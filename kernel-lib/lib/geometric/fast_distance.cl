// SPDX-License-Identifier: Apache-2.0
// fast_distance(p, q) = fast_length(p - q).
#include "weft_geometric.h"

#define DEFINE_N(n, ...)                                                                                               \
    float WEFT_INLINE fast_distance(float##n p, float##n q)                                                            \
    {                                                                                                                  \
        return fast_length(p - q);                                                                                     \
    }

float WEFT_INLINE
fast_distance(float p, float q)
{
    return fast_length(p - q);
}

WEFT_GEOMETRIC_WIDTHS(DEFINE_N, )
