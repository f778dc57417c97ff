// SPDX-License-Identifier: Apache-2.0
// sub_group_ballot_find_lsb(x): the first bit that is set.
#include "weft_sub_group.h"

uint WEFT_INLINE
sub_group_ballot_find_lsb(uint4 x)
{
    return ctz(x.x & __weft_sub_group_all());
}
