// SPDX-License-Identifier: Apache-2.0
// get_global_linear_id(): counts from the offset, dimension 0 fastest; unused dimensions have size 1.
#include "weft_gentype.h"
#include "weft_workitem.h"

size_t WEFT_INLINE
get_global_linear_id(void)
{
    return ((get_global_id(2) - __weft_global_offset_z()) * __weft_global_size_y() +
            (get_global_id(1) - __weft_global_offset_y())) *
               __weft_global_size_x() +
           (get_global_id(0) - __weft_global_offset_x());
}
