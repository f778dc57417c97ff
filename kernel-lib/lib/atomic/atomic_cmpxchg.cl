// SPDX-License-Identifier: Apache-2.0
// atomic_cmpxchg and atom_cmpxchg: stores `value` where `expected` was found, returns what was there.
#include "weft_atomic.h"

#define CMPXCHG(prefix, space, T, A, name)                                                                             \
    T WEFT_MEM_INLINE prefix##name(volatile space T *p, T expected, T value)                                           \
    {                                                                                                                  \
        __private T found = expected;                                                                                  \
        (void)__opencl_atomic_compare_exchange_strong((space A *)p, &found, value, memory_order_relaxed,               \
                                                      memory_order_relaxed, memory_scope_device);                      \
        return found;                                                                                                  \
    }

WEFT_ATOMICS(CMPXCHG, cmpxchg)
