// SPDX-License-Identifier: Apache-2.0
// The two orders of execution, as queue.c uses them.
#ifndef WEFT_CORE_QUEUE_INTERNAL_H
#define WEFT_CORE_QUEUE_INTERNAL_H

#include "runtime/core/command_internal.h"

// Moves what was recorded on towards execution. `keep`: the calling thread is about to drive the queue itself.
void weft_queue_submit(cl_command_queue queue, bool keep);

// queue_in_order.c
void weft_in_order_submit(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
// True if state->task must be given to the pool: then the caller does, and the task holds the queue.
bool weft_in_order_must_schedule(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
void weft_in_order_task(struct weft_task *task);
// Becomes the driver, if nobody is, until the queue is empty or parked, or the event (may be NULL) is final, or the
// command of that number (0: none) is done. The caller holds a reference to the queue.
void weft_in_order_drive(cl_command_queue queue, cl_event event, uint64_t sequence);
void weft_in_order_resume(cl_command_queue queue);
void weft_in_order_finish(cl_command_queue queue);

// queue_out_of_order.c
// Makes the command depend on its wait list, the last barrier and, for markers and barriers, on all that stands before
// it.
WEFT_MUST_CHECK cl_int weft_out_of_order_depend(struct weft_queue_state *state, struct weft_command *command,
                                                cl_uint wait_count, const cl_event *wait_list)
    WEFT_REQUIRES(state->lock);
void weft_out_of_order_submit(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
// Gives all ready commands but `keep` to the pool.
void weft_out_of_order_offer(struct weft_queue_state *state, size_t keep);
void weft_out_of_order_ready(cl_command_queue queue, struct weft_command *command);
// Runs ready commands until there are none or the event is final. The caller holds a reference to the queue.
void weft_out_of_order_drive(cl_command_queue queue, cl_event event);

#endif
