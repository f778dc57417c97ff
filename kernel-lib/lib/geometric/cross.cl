// SPDX-License-Identifier: Apache-2.0
// cross(p, q): the first three components; the fourth of a 4-component result is 0. Of halves as floats, where no
// product overflows.
#include "weft_geometric.h"

#define DEFINE(T, W)                                                                                                   \
    T##3 WEFT_INLINE cross(T##3 p, T##3 q)                                                                             \
    {                                                                                                                  \
        W##3 a = __builtin_convertvector(p, W##3);                                                                     \
        W##3 b = __builtin_convertvector(q, W##3);                                                                     \
        return __builtin_convertvector(a.yzx * b.zxy - a.zxy * b.yzx, T##3);                                           \
    }                                                                                                                  \
    T##4 WEFT_INLINE cross(T##4 p, T##4 q)                                                                             \
    {                                                                                                                  \
        return (T##4)(cross(p.xyz, q.xyz), (T)0);                                                                      \
    }
DEFINE(half, float)
DEFINE(float, float)
DEFINE(double, double)
