// SPDX-License-Identifier: Apache-2.0
// sub_group_any(predicate): whether it is non-zero for any work-item.
#include "weft_collective.h"

#define EITHER(a, b) ((a) | (b))

int WEFT_COLLECTIVE
sub_group_any(int predicate)
{
    WEFT_SUB_GROUP_TOGETHER(int, predicate != 0, WEFT_REDUCE(int, EITHER));
}
