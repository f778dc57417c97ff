// SPDX-License-Identifier: Apache-2.0
// mem_fence(flags): orders loads and stores before it and after it, as every thread sees them.
#include "weft_gentype.h"

void WEFT_MEM_INLINE
mem_fence(cl_mem_fence_flags flags)
{
    atomic_work_item_fence(flags, memory_order_acq_rel, memory_scope_device);
}
