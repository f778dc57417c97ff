// SPDX-License-Identifier: Apache-2.0
// shuffle2(x, y, mask): element mask[i] of x and y put together, modulo twice their width, for each i.
#include "weft_gentype.h"

// M(type, mask type) for all types.
#define TYPES(M)                                                                                                       \
    M(char, uchar)                                                                                                     \
    M(uchar, uchar)                                                                                                    \
    M(short, ushort)                                                                                                   \
    M(ushort, ushort)                                                                                                  \
    M(int, uint)                                                                                                       \
    M(uint, uint)                                                                                                      \
    M(long, ulong)                                                                                                     \
    M(ulong, ulong)                                                                                                    \
    M(half, ushort)                                                                                                    \
    M(float, uint)                                                                                                     \
    M(double, ulong)

#define LANE(i, m) (mask.s##i & m ? y[mask.s##i & (m - 1)] : x[mask.s##i & (m - 1)])
#define DEFINE_N(n, m, T, K)                                                                                           \
    T##n WEFT_INLINE shuffle2(T##m x, T##m y, K##n mask)                                                               \
    {                                                                                                                  \
        return (T##n)(WEFT_LANES_##n(LANE, m));                                                                        \
    }
#define DEFINE_FROM(m, T, K) DEFINE_N(2, m, T, K) DEFINE_N(4, m, T, K) DEFINE_N(8, m, T, K) DEFINE_N(16, m, T, K)
#define DEFINE(T, K) DEFINE_FROM(2, T, K) DEFINE_FROM(4, T, K) DEFINE_FROM(8, T, K) DEFINE_FROM(16, T, K)
TYPES(DEFINE)
