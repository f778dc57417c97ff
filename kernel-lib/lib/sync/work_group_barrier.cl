// SPDX-License-Identifier: Apache-2.0
// work_group_barrier(flags[, scope]): a wider scope also publishes what this group wrote to other threads; in the group
// the meeting point orders memory.
#include "weft_gentype.h"
#include "weft_workitem.h"

void __attribute__((overloadable, always_inline, convergent))
work_group_barrier(cl_mem_fence_flags flags)
{
    __weft_barrier();
}

void __attribute__((overloadable, always_inline, convergent))
work_group_barrier(cl_mem_fence_flags flags, memory_scope scope)
{
    const bool wide = WEFT_REACHES_OTHER_THREADS(flags, scope);

    if (wide)
        atomic_work_item_fence(flags, memory_order_release, scope);
    __weft_barrier();
    if (wide)
        atomic_work_item_fence(flags, memory_order_acquire, scope);
}
