// SPDX-License-Identifier: Apache-2.0
// get_enqueued_local_size(d): the local size that was enqueued; 1 past the last dimension.
#include "weft_gentype.h"
#include "weft_workitem.h"

size_t WEFT_INLINE
get_enqueued_local_size(uint dimension)
{
    return WEFT_BY_DIMENSION(dimension, enqueued_local_size, 1);
}
