// SPDX-License-Identifier: Apache-2.0
// get_global_id(d) = offset + group * enqueued local size + local id; 0 past the last dimension.
#include "weft_gentype.h"
#include "weft_workitem.h"

#define GLOBAL_ID(x)                                                                                                   \
    (__weft_global_offset_##x() + __weft_group_id_##x() * __weft_enqueued_local_size_##x() + __weft_local_id_##x())

size_t WEFT_INLINE
get_global_id(uint dimension)
{
    return dimension == 0 ? GLOBAL_ID(x) : dimension == 1 ? GLOBAL_ID(y) : dimension == 2 ? GLOBAL_ID(z) : 0;
}
