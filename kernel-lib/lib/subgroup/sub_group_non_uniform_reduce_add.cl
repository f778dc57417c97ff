// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_add(x), sub_group_clustered_reduce_add(x, size):
// sums of the values of those who come.
#include "weft_sub_group.h"

#define DEFINE(T, identity) WEFT_SUB_GROUP_OPERATION(T, add, x, WEFT_ADD, identity)
DEFINE(char, 0)
DEFINE(uchar, 0)
DEFINE(short, 0)
DEFINE(ushort, 0)
DEFINE(int, 0)
DEFINE(uint, 0)
DEFINE(long, 0)
DEFINE(ulong, 0)
DEFINE(half, 0)
DEFINE(float, 0)
DEFINE(double, 0)
