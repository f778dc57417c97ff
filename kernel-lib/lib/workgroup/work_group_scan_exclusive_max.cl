// SPDX-License-Identifier: Apache-2.0
// work_group_scan_exclusive_max(x), sub_group_scan_exclusive_max(x):
// the largest of the values of work-items with lower linear ids.
#include "weft_collective.h"

#define DEFINE(T, identity) WEFT_COLLECTIVES(T, scan_exclusive_max, x, WEFT_SCAN_EXCLUSIVE(T, max, identity))
DEFINE(int, INT_MIN)
DEFINE(uint, 0)
DEFINE(long, LONG_MIN)
DEFINE(ulong, 0)
DEFINE(half, -INFINITY)
DEFINE(float, -INFINITY)
DEFINE(double, -INFINITY)

#define DEFINE_SMALL(T, identity)                                                                                      \
    WEFT_SUB_GROUP_COLLECTIVE(T, scan_exclusive_max, x, WEFT_SCAN_EXCLUSIVE(T, max, identity))
DEFINE_SMALL(char, CHAR_MIN)
DEFINE_SMALL(uchar, 0)
DEFINE_SMALL(short, SHRT_MIN)
DEFINE_SMALL(ushort, 0)
