// SPDX-License-Identifier: Apache-2.0
// work_group_scan_exclusive_add(x), sub_group_scan_exclusive_add(x):
// the sum of the values of work-items with lower linear ids.
#include "weft_collective.h"

#define DEFINE(T, identity) WEFT_COLLECTIVES(T, scan_exclusive_add, x, WEFT_SCAN_EXCLUSIVE(T, WEFT_ADD, identity))
DEFINE(int, 0)
DEFINE(uint, 0)
DEFINE(long, 0)
DEFINE(ulong, 0)
DEFINE(half, 0)
DEFINE(float, 0)
DEFINE(double, 0)

#define DEFINE_SMALL(T, identity)                                                                                      \
    WEFT_SUB_GROUP_COLLECTIVE(T, scan_exclusive_add, x, WEFT_SCAN_EXCLUSIVE(T, WEFT_ADD, identity))
DEFINE_SMALL(char, 0)
DEFINE_SMALL(uchar, 0)
DEFINE_SMALL(short, 0)
DEFINE_SMALL(ushort, 0)
