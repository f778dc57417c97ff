// SPDX-License-Identifier: Apache-2.0
// atomic_work_item_fence(flags, order, scope): local memory and work-group scope are one thread's business and
// order the compiler only; global memory at wider scopes takes a fence of the CPU.
#include "weft_gentype.h"

void WEFT_MEM_INLINE
atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope)
{
    bool wide = (flags & ~(cl_mem_fence_flags)CLK_LOCAL_MEM_FENCE) != 0 && scope != memory_scope_work_item &&
                scope != memory_scope_work_group;

    if (order == memory_order_relaxed)
        return;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (!wide)
        return;
    if (order == memory_order_acquire)
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    else if (order == memory_order_release)
        __atomic_thread_fence(__ATOMIC_RELEASE);
    else if (order == memory_order_acq_rel)
        __atomic_thread_fence(__ATOMIC_ACQ_REL);
    else
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
