// SPDX-License-Identifier: Apache-2.0
// barrier(flags): one thread runs a work-group, so memory needs no fence beyond the meeting point.
#include "weft_gentype.h"
#include "weft_workitem.h"

void __attribute__((overloadable, always_inline, convergent))
barrier(cl_mem_fence_flags flags)
{
    __weft_barrier();
}
