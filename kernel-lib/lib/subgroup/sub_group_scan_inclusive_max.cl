// SPDX-License-Identifier: Apache-2.0
// sub_group_scan_inclusive_max(x): the largest of the values of work-items up to its linear id.
#include "weft_collective.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE sub_group_scan_inclusive_max(T x)                                                                \
    {                                                                                                                  \
        WEFT_SUB_GROUP_TOGETHER(T, x, WEFT_SCAN_INCLUSIVE(T, max));                                                    \
    }
WEFT_COLLECTIVE_TYPES(DEFINE)
