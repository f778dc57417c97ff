// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_logical_xor(x), sub_group_clustered_reduce_logical_xor(x, size):
// whether x is non-zero for an odd number of those who come.
#include "weft_sub_group.h"

#define DIFFER(a, b) ((a) ^ (b))
WEFT_SUB_GROUP_OPERATION(int, logical_xor, x != 0, DIFFER, 0)
