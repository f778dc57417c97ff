// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_or(x), sub_group_clustered_reduce_or(x, size):
// bits that any value of those who come has.
#include "weft_sub_group.h"

#define EITHER(a, b) ((a) | (b))
#define DEFINE(T, identity) WEFT_SUB_GROUP_OPERATION(T, or, x, EITHER, identity)
DEFINE(char, 0)
DEFINE(uchar, 0)
DEFINE(short, 0)
DEFINE(ushort, 0)
DEFINE(int, 0)
DEFINE(uint, 0)
DEFINE(long, 0)
DEFINE(ulong, 0)
