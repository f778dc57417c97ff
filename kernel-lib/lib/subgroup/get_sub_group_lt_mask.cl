// SPDX-License-Identifier: Apache-2.0
// get_sub_group_lt_mask(): the bits whose number is before the work-item's.
#include "weft_sub_group.h"

uint4 WEFT_INLINE
get_sub_group_lt_mask(void)
{
    return (uint4)(~__weft_sub_group_from(), 0, 0, 0);
}
