// SPDX-License-Identifier: Apache-2.0
// atomic_compare_exchange_{strong,weak}[_explicit]: stores `value` where `*expected` was found and returns true, else
// puts what was found into `*expected`. The weak one is the strong one.
#include "weft_atomic_c11.h"

// The two orders may be unknown until run time, in 15 combinations: all but relaxed are sequentially consistent.
#define DEFINE_EXPLICIT(name, strength, expected_space, space, A, V)                                                   \
    bool WEFT_MEM_INLINE name##_explicit(volatile space A *p, expected_space V *expected, V value,                     \
                                         memory_order success, memory_order failure, memory_scope scope)               \
    {                                                                                                                  \
        __private V found = *expected;                                                                                 \
        bool done = success == memory_order_relaxed                                                                    \
                        ? __opencl_atomic_compare_exchange_##strength((space A *)p, &found, value, __ATOMIC_RELAXED,   \
                                                                      __ATOMIC_RELAXED, memory_scope_device)           \
                        : __opencl_atomic_compare_exchange_##strength((space A *)p, &found, value, __ATOMIC_SEQ_CST,   \
                                                                      __ATOMIC_SEQ_CST, memory_scope_device);          \
        *expected = found;                                                                                             \
        return done;                                                                                                   \
    }                                                                                                                  \
    bool WEFT_MEM_INLINE name##_explicit(volatile space A *p, expected_space V *expected, V value,                     \
                                         memory_order success, memory_order failure)                                   \
    {                                                                                                                  \
        return name##_explicit(p, expected, value, success, failure, memory_scope_device);                             \
    }                                                                                                                  \
    bool WEFT_MEM_INLINE name(volatile space A *p, expected_space V *expected, V value)                                \
    {                                                                                                                  \
        return name##_explicit(p, expected, value, memory_order_acq_rel, memory_order_acquire, memory_scope_device);   \
    }
#define DEFINE(space, A, V, ...)                                                                                       \
    WEFT_SPACES(DEFINE_STRONG, space, A, V)                                                                            \
    WEFT_SPACES(DEFINE_WEAK, space, A, V)
#define DEFINE_STRONG(expected_space, space, A, V)                                                                     \
    DEFINE_EXPLICIT(atomic_compare_exchange_strong, strong, expected_space, space, A, V)
#define DEFINE_WEAK(expected_space, space, A, V)                                                                       \
    DEFINE_EXPLICIT(atomic_compare_exchange_weak, strong, expected_space, space, A, V)
WEFT_C11_INTEGERS(DEFINE, )
WEFT_C11_FLOATS(DEFINE, )
