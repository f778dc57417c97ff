// SPDX-License-Identifier: Apache-2.0
// get_default_queue(): of the device that runs the kernel, in its context; CLK_NULL_QUEUE if there is none.
#include "weft_enqueue.h"

__weft_queue WEFT_MEM_INLINE
get_default_queue(void)
{
    return __weft_default_queue();
}
