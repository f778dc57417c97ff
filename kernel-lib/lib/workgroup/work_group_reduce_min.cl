// SPDX-License-Identifier: Apache-2.0
// work_group_reduce_min(x), sub_group_reduce_min(x): the smallest of all work-items' values.
#include "weft_collective.h"

#define DEFINE(T, ...) WEFT_REDUCTIONS(T, reduce_min, x, min)
WEFT_COLLECTIVE_TYPES(DEFINE)

#define DEFINE_SMALL(T, ...) WEFT_SUB_GROUP_REDUCTION(T, reduce_min, x, min)
WEFT_SMALL_TYPES(DEFINE_SMALL)
