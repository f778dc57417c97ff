// SPDX-License-Identifier: Apache-2.0
// work_group_scan_inclusive_min(x): the smallest of the values of work-items up to its linear id.
#include "weft_collective.h"

#define DEFINE(T, ...)                                                                                                 \
    T WEFT_COLLECTIVE work_group_scan_inclusive_min(T x)                                                               \
    {                                                                                                                  \
        WEFT_TOGETHER(T, x, WEFT_SCAN_INCLUSIVE(T, min));                                                              \
    }
WEFT_COLLECTIVE_TYPES(DEFINE)
