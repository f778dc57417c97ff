// SPDX-License-Identifier: Apache-2.0
// fast_length(p) = half_sqrt(dot(p, p)); 8192 ULP are allowed, overflow of the sum too.
#include "weft_geometric.h"

#define DEFINE_N(n, ...)                                                                                               \
    float WEFT_INLINE fast_length(float##n p)                                                                          \
    {                                                                                                                  \
        return __builtin_sqrtf(dot(p, p));                                                                             \
    }

float WEFT_INLINE
fast_length(float p)
{
    return __builtin_fabsf(p);
}

WEFT_GEOMETRIC_WIDTHS(DEFINE_N, )
