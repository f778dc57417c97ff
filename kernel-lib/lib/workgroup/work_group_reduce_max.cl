// SPDX-License-Identifier: Apache-2.0
// work_group_reduce_max(x), sub_group_reduce_max(x): the largest of all work-items' values.
#include "weft_collective.h"

#define DEFINE(T, ...) WEFT_REDUCTIONS(T, reduce_max, x, max)
WEFT_COLLECTIVE_TYPES(DEFINE)

#define DEFINE_SMALL(T, ...) WEFT_SUB_GROUP_REDUCTION(T, reduce_max, x, max)
WEFT_SMALL_TYPES(DEFINE_SMALL)
