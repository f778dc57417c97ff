// SPDX-License-Identifier: Apache-2.0
// get_local_linear_id(): dimension 0 fastest; unused dimensions have size 1.
#include "weft_gentype.h"
#include "weft_workitem.h"

size_t WEFT_INLINE
get_local_linear_id(void)
{
    return (__weft_local_id_z() * __weft_local_size_y() + __weft_local_id_y()) * __weft_local_size_x() +
           __weft_local_id_x();
}
