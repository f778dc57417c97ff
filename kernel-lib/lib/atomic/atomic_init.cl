// SPDX-License-Identifier: Apache-2.0
// atomic_init: an initialization, not atomic by itself.
#include "weft_atomic_c11.h"

#define DEFINE(A, V, ...)                                                                                              \
    void WEFT_MEM_INLINE atomic_init(volatile WEFT_GENERIC A *p, V value)                                              \
    {                                                                                                                  \
        *(volatile WEFT_GENERIC V *)p = value;                                                                         \
    }
WEFT_C11_INTEGERS(DEFINE, )
WEFT_C11_FLOATS(DEFINE, )
