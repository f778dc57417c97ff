// SPDX-License-Identifier: Apache-2.0
// prefetch(p, count): a hint without effect; the caches of CPUs foresee consecutive accesses.
#include "weft_gentype.h"

#define DEFINE_TYPE(T)                                                                                                 \
    void WEFT_MEM_INLINE prefetch(const __global T *p, size_t count) {}
#define SCALAR_AND_VECTORS(T, M) M(T) M(T##2) M(T##3) M(T##4) M(T##8) M(T##16)
#define DEFINE(T, ...) SCALAR_AND_VECTORS(T, DEFINE_TYPE)
WEFT_ALL_TYPES(DEFINE)
