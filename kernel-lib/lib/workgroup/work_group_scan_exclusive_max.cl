// SPDX-License-Identifier: Apache-2.0
// work_group_scan_exclusive_max(x), sub_group_scan_exclusive_max(x):
// the largest of the values of work-items with lower linear ids.
#include "weft_collective.h"

#define DEFINE(T, none) WEFT_COLLECTIVES(T, scan_exclusive_max, x, WEFT_SCAN_EXCLUSIVE(T, max, none, none))
WEFT_COLLECTIVE_LARGEST(DEFINE)

#define DEFINE_SMALL(T, none)                                                                                          \
    WEFT_SUB_GROUP_COLLECTIVE(T, scan_exclusive_max, x, WEFT_SCAN_EXCLUSIVE(T, max, none, none))
WEFT_SMALL_LARGEST(DEFINE_SMALL)
