// SPDX-License-Identifier: Apache-2.0
// get_sub_group_eq_mask(): the bits whose number is that of the work-item.
#include "weft_sub_group.h"

uint4 WEFT_INLINE
get_sub_group_eq_mask(void)
{
    return (uint4)(1u << (uint)__weft_sub_group_local_id(), 0, 0, 0);
}
