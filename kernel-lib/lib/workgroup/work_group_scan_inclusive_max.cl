// SPDX-License-Identifier: Apache-2.0
// work_group_scan_inclusive_max(x), sub_group_scan_inclusive_max(x):
// the largest of the values of work-items up to its linear id.
#include "weft_collective.h"

#define DEFINE(T, ...) WEFT_COLLECTIVES(T, scan_inclusive_max, x, WEFT_SCAN_INCLUSIVE(T, max))
WEFT_COLLECTIVE_TYPES(DEFINE)

#define DEFINE_SMALL(T, ...) WEFT_SUB_GROUP_COLLECTIVE(T, scan_inclusive_max, x, WEFT_SCAN_INCLUSIVE(T, max))
WEFT_SMALL_TYPES(DEFINE_SMALL)
