// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_and(x), sub_group_clustered_reduce_and(x, size):
// bits that all values of those who come have.
#include "weft_sub_group.h"

#define BOTH(a, b) ((a) & (b))
#define DEFINE(T, identity) WEFT_SUB_GROUP_OPERATION(T, and, x, BOTH, identity)
DEFINE(char, ~0)
DEFINE(uchar, ~0)
DEFINE(short, ~0)
DEFINE(ushort, ~0)
DEFINE(int, ~0)
DEFINE(uint, ~0)
DEFINE(long, ~0)
DEFINE(ulong, ~0)
