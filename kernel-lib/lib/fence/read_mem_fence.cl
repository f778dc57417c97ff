// SPDX-License-Identifier: Apache-2.0
// read_mem_fence(flags): orders loads before it and after it, as every thread sees them.
#include "weft_gentype.h"

void WEFT_MEM_INLINE
read_mem_fence(cl_mem_fence_flags flags)
{
    atomic_work_item_fence(flags, memory_order_acquire, memory_scope_device);
}
