// SPDX-License-Identifier: Apache-2.0
// sub_group_ballot(x): a bit for each work-item that comes, set where x is non-zero.
#include "weft_sub_group.h"

#define COLLECT                                                                                                        \
    uint set = 0;                                                                                                      \
    WEFT_EACH_BIT(i, met)                                                                                              \
        set |= *slots[i] << i;                                                                                         \
    WEFT_EACH_BIT(i, met)                                                                                              \
        *results[i] = set;

WEFT_HELPER uint
__weft_ballot(int x)
{
    WEFT_SUB_GROUP_MEET(uint, uint, x != 0, COLLECT);
}

uint4 WEFT_COLLECTIVE
sub_group_ballot(int x)
{
    return (uint4)(__weft_ballot(x), 0, 0, 0);
}
