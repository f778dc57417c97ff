// SPDX-License-Identifier: Apache-2.0
// prefetch(p, count): a hint for the first cache line of what the work-item will read; the CPU foresees what follows. It
// reads nothing, so that any address will do.
#include "weft_gentype.h"

// __builtin_prefetch takes private pointers.
#define DEFINE_TYPE(T)                                                                                                 \
    void WEFT_MEM_INLINE prefetch(const __global T *p, size_t count) { __builtin_prefetch((const void *)(ulong)p, 0, 3); }
#define SCALAR_AND_VECTORS(T, M) M(T) M(T##2) M(T##3) M(T##4) M(T##8) M(T##16)
#define DEFINE(T, ...) SCALAR_AND_VECTORS(T, DEFINE_TYPE)
WEFT_ALL_TYPES(DEFINE)
