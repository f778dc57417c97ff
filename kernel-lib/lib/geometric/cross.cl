// SPDX-License-Identifier: Apache-2.0
// cross(p, q): the first three components; the fourth of a 4-component result is 0.
#include "weft_geometric.h"

#define DEFINE(T, ...)                                                                                                 \
    T##3 WEFT_INLINE cross(T##3 p, T##3 q)                                                                             \
    {                                                                                                                  \
        return p.yzx * q.zxy - p.zxy * q.yzx;                                                                          \
    }                                                                                                                  \
    T##4 WEFT_INLINE cross(T##4 p, T##4 q)                                                                             \
    {                                                                                                                  \
        return (T##4)(cross(p.xyz, q.xyz), (T)0);                                                                      \
    }
WEFT_FLOAT_TYPES(DEFINE)
