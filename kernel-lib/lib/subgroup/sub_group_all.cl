// SPDX-License-Identifier: Apache-2.0
// sub_group_all(predicate): whether it is non-zero for all work-items.
#include "weft_collective.h"

#define BOTH(a, b) ((a) & (b))

int WEFT_COLLECTIVE
sub_group_all(int predicate)
{
    WEFT_SUB_GROUP_TOGETHER(int, predicate != 0, WEFT_REDUCE(int, BOTH));
}
