// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_logical_or(x), sub_group_clustered_reduce_logical_or(x, size):
// whether x is non-zero for any who comes.
#include "weft_sub_group.h"

#define EITHER(a, b) ((a) | (b))
WEFT_SUB_GROUP_OPERATION(int, logical_or, x != 0, EITHER, 0)
