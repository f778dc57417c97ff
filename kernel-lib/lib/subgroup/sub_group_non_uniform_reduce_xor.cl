// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_xor(x), sub_group_clustered_reduce_xor(x, size):
// bits that an odd number of the values of those who come have.
#include "weft_sub_group.h"

#define DIFFER(a, b) ((a) ^ (b))
#define DEFINE(T, identity) WEFT_SUB_GROUP_OPERATION(T, xor, x, DIFFER, identity)
DEFINE(char, 0)
DEFINE(uchar, 0)
DEFINE(short, 0)
DEFINE(ushort, 0)
DEFINE(int, 0)
DEFINE(uint, 0)
DEFINE(long, 0)
DEFINE(ulong, 0)
