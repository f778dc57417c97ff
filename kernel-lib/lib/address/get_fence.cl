// SPDX-License-Identifier: Apache-2.0
// get_fence(p): the flags of a fence for the memory that the pointer points into.
#include "weft_address.h"

cl_mem_fence_flags WEFT_MEM_INLINE
get_fence(const WEFT_GENERIC void *p)
{
    return __weft_is_local(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}

cl_mem_fence_flags WEFT_MEM_INLINE
get_fence(WEFT_GENERIC void *p)
{
    return get_fence((const WEFT_GENERIC void *)p);
}
