// SPDX-License-Identifier: Apache-2.0
// sub_group_inverse_ballot(x): the work-item's bit.
#include "weft_sub_group.h"

int WEFT_INLINE
sub_group_inverse_ballot(uint4 x)
{
    return (x.x >> (uint)__weft_sub_group_local_id()) & 1;
}
