// SPDX-License-Identifier: Apache-2.0
// sub_group_elect(): whether the work-item is the first of those who come.
#include "weft_sub_group.h"

int WEFT_COLLECTIVE
sub_group_elect(void)
{
    const uint met = __weft_sub_group_meet();

    return (uint)__weft_sub_group_local_id() == ctz(met);
}
