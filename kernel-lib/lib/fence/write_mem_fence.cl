// SPDX-License-Identifier: Apache-2.0
// write_mem_fence(flags): orders stores before it and after it, as every thread sees them.
#include "weft_gentype.h"

void WEFT_MEM_INLINE
write_mem_fence(cl_mem_fence_flags flags)
{
    atomic_work_item_fence(flags, memory_order_release, memory_scope_device);
}
