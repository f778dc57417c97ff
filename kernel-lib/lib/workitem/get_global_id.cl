// SPDX-License-Identifier: Apache-2.0
// get_global_id(d): 0 past the last dimension.
#include "weft_gentype.h"
#include "weft_workitem.h"

size_t WEFT_INLINE
get_global_id(uint dimension)
{
    return WEFT_BY_DIMENSION(dimension, global_id, 0);
}
