// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_logical_and(x), sub_group_clustered_reduce_logical_and(x, size):
// whether x is non-zero for all who come.
#include "weft_sub_group.h"

#define BOTH(a, b) ((a) & (b))
WEFT_SUB_GROUP_OPERATION(int, logical_and, x != 0, BOTH, 1)
