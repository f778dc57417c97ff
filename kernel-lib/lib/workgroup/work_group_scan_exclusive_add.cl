// SPDX-License-Identifier: Apache-2.0
// work_group_scan_exclusive_add(x), sub_group_scan_exclusive_add(x):
// the sum of the values of work-items with lower linear ids.
#include "weft_collective.h"

#define DEFINE(T, none) WEFT_COLLECTIVES(T, scan_exclusive_add, x, WEFT_SCAN_EXCLUSIVE(T, WEFT_ADD, none, 0))
WEFT_COLLECTIVE_SUMS(DEFINE)

#define DEFINE_SMALL(T, none)                                                                                          \
    WEFT_SUB_GROUP_COLLECTIVE(T, scan_exclusive_add, x, WEFT_SCAN_EXCLUSIVE(T, WEFT_ADD, none, 0))
WEFT_SMALL_SUMS(DEFINE_SMALL)
