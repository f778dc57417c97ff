// SPDX-License-Identifier: Apache-2.0
// atomic_compare_exchange_{strong,weak}[_explicit]: stores `value` where `*expected` was found and returns true, else
// puts what was found into `*expected`. The weak one is the strong one.
#include "weft_atomic_c11.h"

// The two orders may be unknown until run time, in 15 combinations: all but relaxed are sequentially consistent.
#define DEFINE_EXPLICIT(name, A, V)                                                                                    \
    bool WEFT_MEM_INLINE name##_explicit(volatile WEFT_GENERIC A *p, WEFT_GENERIC V *expected, V value,                \
                                         memory_order success, memory_order failure, memory_scope scope)               \
    {                                                                                                                  \
        __private V found = *expected;                                                                                 \
        WEFT_GENERIC A *at = (WEFT_GENERIC A *)p;                                                                      \
        bool done = success == memory_order_relaxed                                                                    \
                        ? __opencl_atomic_compare_exchange_strong(at, &found, value, __ATOMIC_RELAXED,                 \
                                                                  __ATOMIC_RELAXED, memory_scope_device)               \
                        : __opencl_atomic_compare_exchange_strong(at, &found, value, __ATOMIC_SEQ_CST,                 \
                                                                  __ATOMIC_SEQ_CST, memory_scope_device);              \
        *expected = found;                                                                                             \
        return done;                                                                                                   \
    }                                                                                                                  \
    bool WEFT_MEM_INLINE name##_explicit(volatile WEFT_GENERIC A *p, WEFT_GENERIC V *expected, V value,                \
                                         memory_order success, memory_order failure)                                   \
    {                                                                                                                  \
        return name##_explicit(p, expected, value, success, failure, memory_scope_device);                             \
    }                                                                                                                  \
    bool WEFT_MEM_INLINE name(volatile WEFT_GENERIC A *p, WEFT_GENERIC V *expected, V value)                           \
    {                                                                                                                  \
        return name##_explicit(p, expected, value, memory_order_acq_rel, memory_order_acquire, memory_scope_device);   \
    }
#define DEFINE(A, V, ...)                                                                                              \
    DEFINE_EXPLICIT(atomic_compare_exchange_strong, A, V)                                                              \
    DEFINE_EXPLICIT(atomic_compare_exchange_weak, A, V)
WEFT_C11_INTEGERS(DEFINE, )
WEFT_C11_FLOATS(DEFINE, )
