// SPDX-License-Identifier: Apache-2.0
// work_group_scan_inclusive_min(x), sub_group_scan_inclusive_min(x):
// the smallest of the values of work-items up to its linear id.
#include "weft_collective.h"

#define DEFINE(T, none) WEFT_COLLECTIVES(T, scan_inclusive_min, x, WEFT_SCAN_INCLUSIVE(T, min, none))
WEFT_COLLECTIVE_LEAST(DEFINE)

#define DEFINE_SMALL(T, none) WEFT_SUB_GROUP_COLLECTIVE(T, scan_inclusive_min, x, WEFT_SCAN_INCLUSIVE(T, min, none))
WEFT_SMALL_LEAST(DEFINE_SMALL)
