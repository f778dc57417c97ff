// SPDX-License-Identifier: Apache-2.0
// get_sub_group_size(): the last one of a group may be smaller.
#include "weft_gentype.h"
#include "weft_workitem.h"

uint WEFT_INLINE
get_sub_group_size(void)
{
    return (uint)__weft_sub_group_items();
}
