// SPDX-License-Identifier: Apache-2.0
// The relational functions over arrays, with vectors of each width.
#include "widths.h"

// R: what scalars or vectors of n give; S, U: the integers of T's size.
#define RELATIONS(n, T, R, S, U)                                                                                       \
    OVER_TO(isequal, n, T, R, isequal(X(n), Y(n)))                                                                     \
    OVER_TO(isnotequal, n, T, R, isnotequal(X(n), Y(n)))                                                               \
    OVER_TO(isgreater, n, T, R, isgreater(X(n), Y(n)))                                                                 \
    OVER_TO(isgreaterequal, n, T, R, isgreaterequal(X(n), Y(n)))                                                       \
    OVER_TO(isless, n, T, R, isless(X(n), Y(n)))                                                                       \
    OVER_TO(islessequal, n, T, R, islessequal(X(n), Y(n)))                                                             \
    OVER_TO(islessgreater, n, T, R, islessgreater(X(n), Y(n)))                                                         \
    OVER_TO(isordered, n, T, R, isordered(X(n), Y(n)))                                                                 \
    OVER_TO(isunordered, n, T, R, isunordered(X(n), Y(n)))                                                             \
    OVER_TO(isfinite, n, T, R, isfinite(X(n)))                                                                         \
    OVER_TO(isinf, n, T, R, isinf(X(n)))                                                                               \
    OVER_TO(isnan, n, T, R, isnan(X(n)))                                                                               \
    OVER_TO(isnormal, n, T, R, isnormal(X(n)))                                                                         \
    OVER_TO(signbit, n, T, R, signbit(X(n)))                                                                           \
    SELECTIONS(n, T, S, U)
#define SELECTIONS(n, T, S, U)                                                                                         \
    OVER(bitselect, n, T, bitselect(X(n), Y(n), Z(n)))                                                                 \
    OVER(select_signed, n, T, select(X(n), Y(n), GET_##n(i, (global const S *)z)))                                     \
    OVER(select_unsigned, n, T, select(X(n), Y(n), GET_##n(i, (global const U *)z)))
// One int for each vector.
#define REDUCTION(name, n, T)                                                                                          \
    void name##_##n##_##T(global const T *x, global const T *y, global const T *z, global int *out, ulong count)       \
    {                                                                                                                  \
        for (ulong i = 0; i < count / n; i++)                                                                          \
            out[i] = name(X(n));                                                                                       \
    }
#define INTEGERS_N(n, S, U) SELECTIONS(n, S, S, U) SELECTIONS(n, U, S, U) REDUCTION(any, n, S) REDUCTION(all, n, S)

#define WIDTHS_OF_FLOATS(T, S, U)                                                                                      \
    RELATIONS(1, T, int, S, U)                                                                                         \
    RELATIONS(2, T, S, S, U)                                                                                           \
    RELATIONS(3, T, S, S, U)                                                                                           \
    RELATIONS(4, T, S, S, U)                                                                                           \
    RELATIONS(8, T, S, S, U)                                                                                           \
    RELATIONS(16, T, S, S, U)
#define WIDTHS_OF_INTEGERS(S, U)                                                                                       \
    INTEGERS_N(1, S, U) INTEGERS_N(2, S, U) INTEGERS_N(3, S, U) INTEGERS_N(4, S, U) INTEGERS_N(8, S, U)                \
    INTEGERS_N(16, S, U)
WIDTHS_OF_FLOATS(half, short, ushort)
WIDTHS_OF_FLOATS(float, int, uint)
WIDTHS_OF_FLOATS(double, long, ulong)
WIDTHS_OF_INTEGERS(char, uchar)
WIDTHS_OF_INTEGERS(short, ushort)
WIDTHS_OF_INTEGERS(int, uint)
WIDTHS_OF_INTEGERS(long, ulong)
