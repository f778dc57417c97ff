// SPDX-License-Identifier: Apache-2.0
// vstore<n>(value, offset, p): n elements to p + offset * n; p is aligned for one element only.
#include "weft_gentype.h"

// A vector as it lies in memory: no more alignment than its elements; three elements are written one by one.
#define DEFINE_N(n, space, T)                                                                                          \
    void WEFT_MEM_INLINE vstore##n(T##n value, size_t offset, space T *p)                                              \
    {                                                                                                                  \
        typedef T##n unaligned __attribute__((aligned(sizeof(T))));                                                    \
        *(space unaligned *)(p + offset * n) = value;                                                                  \
    }
#define DEFINE_SPACE(space, T, ...)                                                                                    \
    DEFINE_N(2, space, T)                                                                                              \
    void WEFT_MEM_INLINE vstore3(T##3 value, size_t offset, space T *p)                                                \
    {                                                                                                                  \
        p += offset * 3;                                                                                               \
        p[0] = value.s0;                                                                                               \
        p[1] = value.s1;                                                                                               \
        p[2] = value.s2;                                                                                               \
    }                                                                                                                  \
    DEFINE_N(4, space, T)                                                                                              \
    DEFINE_N(8, space, T)                                                                                              \
    DEFINE_N(16, space, T)
#define DEFINE(T, ...) WEFT_SPACES(DEFINE_SPACE, T)
WEFT_ALL_TYPES(DEFINE)
