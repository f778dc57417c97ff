// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_all(x): whether it is non-zero for all who come.
#include "weft_sub_group.h"

#define COMBINE(a, b) ((a) & (b))

int WEFT_COLLECTIVE
sub_group_non_uniform_all(int x)
{
    WEFT_SUB_GROUP_MEET(int, int, x != 0, WEFT_SUB_GROUP_CLUSTERS(int, COMBINE, 32u));
}
