// SPDX-License-Identifier: Apache-2.0
// get_local_size(d): work-items in this work-group, which may be smaller at the NDRange's end.
#include "weft_gentype.h"
#include "weft_workitem.h"

size_t WEFT_INLINE
get_local_size(uint dimension)
{
    return WEFT_BY_DIMENSION(dimension, local_size, 1);
}
