// SPDX-License-Identifier: Apache-2.0
// sub_group_non_uniform_any(x): whether it is non-zero for any who comes.
#include "weft_sub_group.h"

#define COMBINE(a, b) ((a) | (b))

int WEFT_COLLECTIVE
sub_group_non_uniform_any(int x)
{
    WEFT_SUB_GROUP_MEET(int, int, x != 0, WEFT_SUB_GROUP_CLUSTERS(int, COMBINE, 32u));
}
