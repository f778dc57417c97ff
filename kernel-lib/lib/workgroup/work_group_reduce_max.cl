// SPDX-License-Identifier: Apache-2.0
// work_group_reduce_max(x), sub_group_reduce_max(x): the largest of all work-items' values.
#include "weft_collective.h"

#define DEFINE(T, ...) WEFT_COLLECTIVES(T, reduce_max, x, WEFT_REDUCE(T, max))
WEFT_COLLECTIVE_TYPES(DEFINE)

#define DEFINE_SMALL(T, ...) WEFT_SUB_GROUP_COLLECTIVE(T, reduce_max, x, WEFT_REDUCE(T, max))
WEFT_SMALL_TYPES(DEFINE_SMALL)
