// SPDX-License-Identifier: Apache-2.0
// sub_group_barrier(flags[, scope]): a wider scope also publishes what this sub-group wrote to other threads.
#include "weft_gentype.h"
#include "weft_workitem.h"

void __attribute__((overloadable, always_inline, convergent))
sub_group_barrier(cl_mem_fence_flags flags)
{
    __weft_sub_group_barrier();
}

void __attribute__((overloadable, always_inline, convergent))
sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope)
{
    const bool wide = WEFT_REACHES_OTHER_THREADS(flags, scope);

    if (wide)
        atomic_work_item_fence(flags, memory_order_release, scope);
    __weft_sub_group_barrier();
    if (wide)
        atomic_work_item_fence(flags, memory_order_acquire, scope);
}
