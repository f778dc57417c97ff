// SPDX-License-Identifier: Apache-2.0
// sub_group_ballot_exclusive_scan(x): the number of bits that are set before the work-item's.
#include "weft_sub_group.h"

uint WEFT_INLINE
sub_group_ballot_exclusive_scan(uint4 x)
{
    return popcount(x.x & ~__weft_sub_group_from());
}
