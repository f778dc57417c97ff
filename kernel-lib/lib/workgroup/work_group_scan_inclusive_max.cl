// SPDX-License-Identifier: Apache-2.0
// work_group_scan_inclusive_max(x), sub_group_scan_inclusive_max(x):
// the largest of the values of work-items up to its linear id.
#include "weft_collective.h"

#define DEFINE(T, none) WEFT_COLLECTIVES(T, scan_inclusive_max, x, WEFT_SCAN_INCLUSIVE(T, max, none))
WEFT_COLLECTIVE_LARGEST(DEFINE)

#define DEFINE_SMALL(T, none) WEFT_SUB_GROUP_COLLECTIVE(T, scan_inclusive_max, x, WEFT_SCAN_INCLUSIVE(T, max, none))
WEFT_SMALL_LARGEST(DEFINE_SMALL)
