// SPDX-License-Identifier: Apache-2.0
// work_group_reduce_add(x), sub_group_reduce_add(x): the sum of all work-items' values.
#include "weft_collective.h"

#define DEFINE(T, ...) WEFT_REDUCTIONS(T, reduce_add, x, WEFT_ADD)
WEFT_COLLECTIVE_TYPES(DEFINE)

#define DEFINE_SMALL(T, ...) WEFT_SUB_GROUP_REDUCTION(T, reduce_add, x, WEFT_ADD)
WEFT_SMALL_TYPES(DEFINE_SMALL)
