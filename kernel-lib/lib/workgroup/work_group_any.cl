// SPDX-License-Identifier: Apache-2.0
// work_group_any(x), sub_group_any(x): whether it is non-zero for any work-item.
#include "weft_collective.h"

#define EITHER(a, b) ((a) | (b))

WEFT_REDUCTIONS(int, any, x != 0, EITHER)
