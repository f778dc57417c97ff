// SPDX-License-Identifier: Apache-2.0
// length(p) = sqrt(dot(p, p)) without overflow or underflow on the way: float is summed in double, where squares
// of floats are exact, half in float; double is scaled by a power of two.
#include "weft_geometric.h"

#define SQUARE(i, v) v.s##i *v.s##i

#define DEFINE_N(n)                                                                                                    \
    half WEFT_INLINE length(half##n p)                                                                                 \
    {                                                                                                                  \
        float##n f = __builtin_convertvector(p, float##n);                                                             \
        return (half)__builtin_sqrtf(WEFT_SUM_##n(SQUARE, f));                                                         \
    }                                                                                                                  \
    float WEFT_INLINE length(float##n p)                                                                               \
    {                                                                                                                  \
        double##n d = __builtin_convertvector(p, double##n);                                                           \
        return (float)__builtin_sqrt(WEFT_SUM_##n(SQUARE, d));                                                         \
    }                                                                                                                  \
    double WEFT_FN length(double##n p)                                                                                 \
    {                                                                                                                  \
        double m = 0.0;                                                                                                \
        WEFT_DO_LANES_##n(WEFT_MAGNITUDE_LANE, p);                                                                     \
        double scale = __weft_square_scale(m);                                                                         \
        double##n d = p * scale;                                                                                       \
        return __builtin_sqrt(WEFT_SUM_##n(SQUARE, d)) / scale;                                                        \
    }

half WEFT_INLINE
length(half p)
{
    return __builtin_elementwise_abs(p);
}

float WEFT_INLINE
length(float p)
{
    return __builtin_fabsf(p);
}

double WEFT_INLINE
length(double p)
{
    return __builtin_fabs(p);
}

DEFINE_N(2)
DEFINE_N(3)
DEFINE_N(4)
