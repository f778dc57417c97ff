// SPDX-License-Identifier: Apache-2.0
// atomic_store[_explicit].
#include "weft_atomic_c11.h"

#define DEFINE(A, V, ...)                                                                                              \
    void WEFT_MEM_INLINE atomic_store_explicit(volatile WEFT_GENERIC A *p, V value, memory_order order,                \
                                               memory_scope scope)                                                     \
    {                                                                                                                  \
        __opencl_atomic_store((WEFT_GENERIC A *)p, value, order, memory_scope_device);                                 \
    }                                                                                                                  \
    void WEFT_MEM_INLINE atomic_store_explicit(volatile WEFT_GENERIC A *p, V value, memory_order order)                \
    {                                                                                                                  \
        __opencl_atomic_store((WEFT_GENERIC A *)p, value, order, memory_scope_device);                                 \
    }                                                                                                                  \
    void WEFT_MEM_INLINE atomic_store(volatile WEFT_GENERIC A *p, V value)                                             \
    {                                                                                                                  \
        __opencl_atomic_store((WEFT_GENERIC A *)p, value, __ATOMIC_SEQ_CST, memory_scope_device);                      \
    }
WEFT_C11_INTEGERS(DEFINE, )
WEFT_C11_FLOATS(DEFINE, )
