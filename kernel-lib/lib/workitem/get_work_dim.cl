// SPDX-License-Identifier: Apache-2.0
// get_work_dim(): 1, 2 or 3.
#include "weft_gentype.h"
#include "weft_workitem.h"

uint WEFT_INLINE
get_work_dim(void)
{
    return __weft_work_dim();
}
