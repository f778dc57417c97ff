// SPDX-License-Identifier: Apache-2.0
// get_sub_group_local_id()
#include "weft_gentype.h"
#include "weft_workitem.h"

uint WEFT_INLINE
get_sub_group_local_id(void)
{
    return (uint)__weft_sub_group_local_id();
}
