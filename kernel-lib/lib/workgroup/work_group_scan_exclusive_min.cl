// SPDX-License-Identifier: Apache-2.0
// work_group_scan_exclusive_min(x), sub_group_scan_exclusive_min(x):
// the smallest of the values of work-items with lower linear ids.
#include "weft_collective.h"

#define DEFINE(T, identity) WEFT_COLLECTIVES(T, scan_exclusive_min, x, WEFT_SCAN_EXCLUSIVE(T, min, identity))
DEFINE(int, INT_MAX)
DEFINE(uint, UINT_MAX)
DEFINE(long, LONG_MAX)
DEFINE(ulong, ULONG_MAX)
DEFINE(half, INFINITY)
DEFINE(float, INFINITY)
DEFINE(double, INFINITY)

#define DEFINE_SMALL(T, identity)                                                                                      \
    WEFT_SUB_GROUP_COLLECTIVE(T, scan_exclusive_min, x, WEFT_SCAN_EXCLUSIVE(T, min, identity))
DEFINE_SMALL(char, CHAR_MAX)
DEFINE_SMALL(uchar, UCHAR_MAX)
DEFINE_SMALL(short, SHRT_MAX)
DEFINE_SMALL(ushort, USHRT_MAX)
