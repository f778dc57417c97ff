// SPDX-License-Identifier: Apache-2.0
// sub_group_scan_exclusive_min(x): the smallest of the values of work-items with lower linear ids.
#include "weft_collective.h"

#define DEFINE(T, identity)                                                                                            \
    T WEFT_COLLECTIVE sub_group_scan_exclusive_min(T x)                                                                \
    {                                                                                                                  \
        WEFT_SUB_GROUP_TOGETHER(T, x, WEFT_SCAN_EXCLUSIVE(T, min, identity));                                          \
    }
DEFINE(int, INT_MAX)
DEFINE(uint, UINT_MAX)
DEFINE(long, LONG_MAX)
DEFINE(ulong, ULONG_MAX)
DEFINE(float, INFINITY)
DEFINE(double, INFINITY)
