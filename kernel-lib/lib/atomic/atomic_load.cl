// SPDX-License-Identifier: Apache-2.0
// atomic_load[_explicit].
#include "weft_atomic_c11.h"

#define DEFINE(A, V, ...)                                                                                              \
    V WEFT_MEM_INLINE atomic_load_explicit(volatile WEFT_GENERIC A *p, memory_order order, memory_scope scope)         \
    {                                                                                                                  \
        return __opencl_atomic_load((WEFT_GENERIC A *)p, order, memory_scope_device);                                  \
    }                                                                                                                  \
    V WEFT_MEM_INLINE atomic_load_explicit(volatile WEFT_GENERIC A *p, memory_order order)                             \
    {                                                                                                                  \
        return __opencl_atomic_load((WEFT_GENERIC A *)p, order, memory_scope_device);                                  \
    }                                                                                                                  \
    V WEFT_MEM_INLINE atomic_load(volatile WEFT_GENERIC A *p)                                                          \
    {                                                                                                                  \
        return __opencl_atomic_load((WEFT_GENERIC A *)p, __ATOMIC_SEQ_CST, memory_scope_device);                       \
    }
WEFT_C11_INTEGERS(DEFINE, )
WEFT_C11_FLOATS(DEFINE, )
