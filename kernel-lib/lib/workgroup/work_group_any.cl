// SPDX-License-Identifier: Apache-2.0
// work_group_any(predicate): whether it is non-zero for any work-item.
#include "weft_collective.h"

#define EITHER(a, b) ((a) | (b))

int WEFT_COLLECTIVE
work_group_any(int predicate)
{
    WEFT_TOGETHER(int, predicate != 0, WEFT_REDUCE(int, EITHER));
}
