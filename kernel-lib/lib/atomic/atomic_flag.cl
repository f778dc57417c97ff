// SPDX-License-Identifier: Apache-2.0
// atomic_flag_test_and_set[_explicit] and atomic_flag_clear[_explicit].
#include "weft_atomic_c11.h"

bool WEFT_MEM_INLINE
atomic_flag_test_and_set_explicit(volatile WEFT_GENERIC atomic_flag *p, memory_order order, memory_scope scope)
{
    return __opencl_atomic_exchange((WEFT_GENERIC atomic_int *)p, 1, order, memory_scope_device) != 0;
}

bool WEFT_MEM_INLINE
atomic_flag_test_and_set_explicit(volatile WEFT_GENERIC atomic_flag *p, memory_order order)
{
    return __opencl_atomic_exchange((WEFT_GENERIC atomic_int *)p, 1, order, memory_scope_device) != 0;
}

bool WEFT_MEM_INLINE
atomic_flag_test_and_set(volatile WEFT_GENERIC atomic_flag *p)
{
    return __opencl_atomic_exchange((WEFT_GENERIC atomic_int *)p, 1, __ATOMIC_SEQ_CST, memory_scope_device) != 0;
}

void WEFT_MEM_INLINE
atomic_flag_clear_explicit(volatile WEFT_GENERIC atomic_flag *p, memory_order order, memory_scope scope)
{
    __opencl_atomic_store((WEFT_GENERIC atomic_int *)p, 0, order, memory_scope_device);
}

void WEFT_MEM_INLINE
atomic_flag_clear_explicit(volatile WEFT_GENERIC atomic_flag *p, memory_order order)
{
    __opencl_atomic_store((WEFT_GENERIC atomic_int *)p, 0, order, memory_scope_device);
}

void WEFT_MEM_INLINE
atomic_flag_clear(volatile WEFT_GENERIC atomic_flag *p)
{
    __opencl_atomic_store((WEFT_GENERIC atomic_int *)p, 0, __ATOMIC_SEQ_CST, memory_scope_device);
}
