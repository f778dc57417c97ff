// SPDX-License-Identifier: Apache-2.0
// sub_group_ballot_find_msb(x): the last bit that is set.
#include "weft_sub_group.h"

uint WEFT_INLINE
sub_group_ballot_find_msb(uint4 x)
{
    return WEFT_SUB_GROUP_SIZE - 1 - clz(x.x & __weft_sub_group_all());
}
