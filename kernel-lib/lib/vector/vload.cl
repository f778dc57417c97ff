// SPDX-License-Identifier: Apache-2.0
// vload<n>(offset, p): n elements from p + offset * n; p is aligned for one element only.
#include "weft_gentype.h"

// A vector as it lies in memory: no more alignment than its elements; three elements are read one by one.
#define DEFINE_N(n, space, T)                                                                                          \
    T##n WEFT_MEM_INLINE vload##n(size_t offset, const space T *p)                                                     \
    {                                                                                                                  \
        typedef T##n unaligned __attribute__((aligned(sizeof(T))));                                                    \
        return *(const space unaligned *)(p + offset * n);                                                             \
    }
#define DEFINE_SPACE(space, T, ...)                                                                                    \
    DEFINE_N(2, space, T)                                                                                              \
    T##3 WEFT_MEM_INLINE vload3(size_t offset, const space T *p)                                                       \
    {                                                                                                                  \
        p += offset * 3;                                                                                               \
        return (T##3)(p[0], p[1], p[2]);                                                                               \
    }                                                                                                                  \
    DEFINE_N(4, space, T)                                                                                              \
    DEFINE_N(8, space, T)                                                                                              \
    DEFINE_N(16, space, T)
#define DEFINE(T, ...)                                                                                                 \
    WEFT_SPACES(DEFINE_SPACE, T)                                                                                       \
    DEFINE_SPACE(__constant, T)
WEFT_ALL_TYPES(DEFINE)
