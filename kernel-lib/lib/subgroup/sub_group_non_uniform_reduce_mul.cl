// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_mul(x), sub_group_clustered_reduce_mul(x, size):
// products of the values of those who come.
#include "weft_sub_group.h"

#define TIMES(a, b) ((a) * (b))
#define DEFINE(T, identity) WEFT_SUB_GROUP_OPERATION(T, mul, x, TIMES, identity)
DEFINE(char, 1)
DEFINE(uchar, 1)
DEFINE(short, 1)
DEFINE(ushort, 1)
DEFINE(int, 1)
DEFINE(uint, 1)
DEFINE(long, 1)
DEFINE(ulong, 1)
DEFINE(half, 1)
DEFINE(float, 1)
DEFINE(double, 1)
