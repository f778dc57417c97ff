// SPDX-License-Identifier: Apache-2.0
// sub_group_ballot_bit_count(x): the number of bits that are set of all work-items'.
#include "weft_sub_group.h"

uint WEFT_INLINE
sub_group_ballot_bit_count(uint4 x)
{
    return popcount(x.x & __weft_sub_group_all());
}
