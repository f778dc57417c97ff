// SPDX-License-Identifier: Apache-2.0
// normalize(p) = p / length(p); the zero vector stays, infinite components become 1 and the others 0, with their
// signs. half is computed as float, float in double; double is scaled by a power of two: up before the division, down
// after it, so that no component loses bits on the way.
#include "weft_geometric.h"

#define SQUARE(i, v) v.s##i *v.s##i
// An infinite component stands for all of the length.
#define UNIT_LANE(i, v, infinite, T)                                                                                   \
    v.s##i = infinite ? __builtin_copysign(__builtin_isinf(v.s##i) ? 1.0 : 0.0 * v.s##i, v.s##i) : v.s##i;

#define DEFINE_N(n)                                                                                                    \
    float##n WEFT_FN normalize(float##n p)                                                                             \
    {                                                                                                                  \
        double m = 0.0;                                                                                                \
        double##n d = __builtin_convertvector(p, double##n);                                                           \
        WEFT_DO_LANES_##n(WEFT_MAGNITUDE_LANE, d);                                                                     \
        bool infinite = m == INFINITY;                                                                                 \
        WEFT_DO_LANES_##n(UNIT_LANE, d, infinite, T);                                                                  \
        double square = WEFT_SUM_##n(SQUARE, d);                                                                       \
        double##n unit = d / __builtin_sqrt(square);                                                                   \
        return square == 0.0 ? p : __builtin_convertvector(unit, float##n);                                            \
    }                                                                                                                  \
    double##n WEFT_FN normalize(double##n p)                                                                           \
    {                                                                                                                  \
        double m = 0.0;                                                                                                \
        double##n d = p;                                                                                               \
        WEFT_DO_LANES_##n(WEFT_MAGNITUDE_LANE, d);                                                                     \
        bool infinite = m == INFINITY;                                                                                 \
        WEFT_DO_LANES_##n(UNIT_LANE, d, infinite, T);                                                                  \
        double scale = __weft_square_scale(infinite ? 1.0 : m);                                                        \
        double##n scaled = d * scale;                                                                                  \
        double square = WEFT_SUM_##n(SQUARE, scaled);                                                                  \
        double##n unit = (scale > 1.0 ? scaled : d) / __builtin_sqrt(square) * (scale < 1.0 ? scale : 1.0);            \
        return square == 0.0 ? p : unit;                                                                               \
    }                                                                                                                  \
    half##n WEFT_FN normalize(half##n p)                                                                               \
    {                                                                                                                  \
        return __builtin_convertvector(normalize(__builtin_convertvector(p, float##n)), half##n);                      \
    }

// sign(p), but a NaN stays one.
half WEFT_INLINE
normalize(half p)
{
    return p > 0.0h ? 1.0h : p < 0.0h ? -1.0h : p;
}

float WEFT_INLINE
normalize(float p)
{
    return p > 0.0f ? 1.0f : p < 0.0f ? -1.0f : p;
}

double WEFT_INLINE
normalize(double p)
{
    return p > 0.0 ? 1.0 : p < 0.0 ? -1.0 : p;
}

DEFINE_N(2)
DEFINE_N(3)
DEFINE_N(4)
