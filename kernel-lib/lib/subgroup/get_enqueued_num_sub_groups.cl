// SPDX-License-Identifier: Apache-2.0
// get_enqueued_num_sub_groups(): of a group of full size.
#include "weft_gentype.h"
#include "weft_workitem.h"

uint WEFT_INLINE
get_enqueued_num_sub_groups(void)
{
    const ulong items =
        __weft_enqueued_local_size_x() * __weft_enqueued_local_size_y() * __weft_enqueued_local_size_z();

    return (uint)((items + WEFT_SUB_GROUP_SIZE - 1) / WEFT_SUB_GROUP_SIZE);
}
