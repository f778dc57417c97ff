// SPDX-License-Identifier: Apache-2.0
// sub_group_ballot_bit_extract(x, i): bit i; no sub-group has more than 32 work-items.
#include "weft_sub_group.h"

int WEFT_INLINE
sub_group_ballot_bit_extract(uint4 x, uint i)
{
    return (x.x >> (i & (WEFT_SUB_GROUP_SIZE - 1))) & 1;
}
