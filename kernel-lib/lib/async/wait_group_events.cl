// SPDX-License-Identifier: Apache-2.0
// wait_group_events(count, events): the copies were done by one work-item before it came here, so all meet.
#include "weft_gentype.h"
#include "weft_workitem.h"

#define DEFINE(space, ...)                                                                                             \
    void __attribute__((overloadable, always_inline, convergent)) wait_group_events(int count, space event_t *events)  \
    {                                                                                                                  \
        __weft_barrier();                                                                                              \
    }
DEFINE(__private, )
DEFINE(WEFT_GENERIC, )
