// SPDX-License-Identifier: Apache-2.0
// get_sub_group_ge_mask(): the bits whose number is not before the work-item's.
#include "weft_sub_group.h"

uint4 WEFT_INLINE
get_sub_group_ge_mask(void)
{
    return (uint4)(__weft_sub_group_from() & __weft_sub_group_all(), 0, 0, 0);
}
