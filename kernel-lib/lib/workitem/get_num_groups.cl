// SPDX-License-Identifier: Apache-2.0
// get_num_groups(d): 1 past the last dimension.
#include "weft_gentype.h"
#include "weft_workitem.h"

size_t WEFT_INLINE
get_num_groups(uint dimension)
{
    return WEFT_BY_DIMENSION(dimension, num_groups, 1);
}
