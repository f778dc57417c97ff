// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_{reduce,scan_inclusive,scan_exclusive}_min(x), sub_group_clustered_reduce_min(x, size):
// the smallest of the values of those who come.
#include "weft_sub_group.h"

#define DEFINE(T, identity) WEFT_SUB_GROUP_OPERATION(T, min, x, min, identity)
DEFINE(char, CHAR_MAX)
DEFINE(uchar, UCHAR_MAX)
DEFINE(short, SHRT_MAX)
DEFINE(ushort, USHRT_MAX)
DEFINE(int, INT_MAX)
DEFINE(uint, UINT_MAX)
DEFINE(long, LONG_MAX)
DEFINE(ulong, ULONG_MAX)
DEFINE(half, INFINITY)
DEFINE(float, INFINITY)
DEFINE(double, INFINITY)
