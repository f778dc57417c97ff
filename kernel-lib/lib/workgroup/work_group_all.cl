// SPDX-License-Identifier: Apache-2.0
// work_group_all(x), sub_group_all(x): whether it is non-zero for all work-items.
#include "weft_collective.h"

#define BOTH(a, b) ((a) & (b))

WEFT_REDUCTIONS(int, all, x != 0, BOTH)
