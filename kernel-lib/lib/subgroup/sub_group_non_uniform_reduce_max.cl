// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_max(x), sub_group_clustered_reduce_max(x, size):
// the largest of the values of those who come.
#include "weft_sub_group.h"

#define DEFINE(T, identity) WEFT_SUB_GROUP_OPERATION(T, max, x, max, identity)
DEFINE(char, CHAR_MIN)
DEFINE(uchar, 0)
DEFINE(short, SHRT_MIN)
DEFINE(ushort, 0)
DEFINE(int, INT_MIN)
DEFINE(uint, 0)
DEFINE(long, LONG_MIN)
DEFINE(ulong, 0)
DEFINE(half, -INFINITY)
DEFINE(float, -INFINITY)
DEFINE(double, -INFINITY)
