// SPDX-License-Identifier: Apache-2.0
// What queues and events are as numbers, for comparisons of them: see compiler/handle_comparisons.h.
#include "weft_enqueue.h"

__attribute__((const, always_inline)) ulong
__weft_queue_word(__weft_queue queue)
{
    return (ulong)queue;
}

__attribute__((const, always_inline)) ulong
__weft_event_word(__weft_event event)
{
    return (ulong)event;
}
