// SPDX-License-Identifier: Apache-2.0
// create_user_event()
#include "weft_enqueue.h"

__weft_event WEFT_MEM_INLINE
create_user_event(void)
{
    return __weft_service_create_user_event();
}
