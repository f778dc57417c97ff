// SPDX-License-Identifier: Apache-2.0
// get_max_sub_group_size(): of the largest sub-group of the launch.
#include "weft_gentype.h"
#include "weft_workitem.h"

uint WEFT_INLINE
get_max_sub_group_size(void)
{
    const ulong items =
        __weft_enqueued_local_size_x() * __weft_enqueued_local_size_y() * __weft_enqueued_local_size_z();

    return items < WEFT_SUB_GROUP_SIZE ? (uint)items : WEFT_SUB_GROUP_SIZE;
}
