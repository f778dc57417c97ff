// SPDX-License-Identifier: Apache-2.0
// work_group_scan_inclusive_add(x), sub_group_scan_inclusive_add(x):
// the sum of the values of work-items up to its linear id.
#include "weft_collective.h"

#define DEFINE(T, none) WEFT_COLLECTIVES(T, scan_inclusive_add, x, WEFT_SCAN_INCLUSIVE(T, WEFT_ADD, none))
WEFT_COLLECTIVE_SUMS(DEFINE)

#define DEFINE_SMALL(T, none)                                                                                          \
    WEFT_SUB_GROUP_COLLECTIVE(T, scan_inclusive_add, x, WEFT_SCAN_INCLUSIVE(T, WEFT_ADD, none))
WEFT_SMALL_SUMS(DEFINE_SMALL)
