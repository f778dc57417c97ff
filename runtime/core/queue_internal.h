// SPDX-License-Identifier: Apache-2.0
// The two orders of execution, as queue.c uses them.
#ifndef WEFT_CORE_QUEUE_INTERNAL_H
#define WEFT_CORE_QUEUE_INTERNAL_H

#include "runtime/core/command_internal.h"
#include "runtime/exec/futex.h"

#define WEFT_NOBODY_WAITS UINT64_MAX // weft_queue_state.awaited

// Moves what was recorded on towards execution. `keep`: the calling thread is about to drive the queue itself.
void weft_queue_submit(cl_command_queue queue, bool keep);

#define WEFT_WAIT_SPIN_TICKS 5000u // how long a thread that waits looks before it sleeps

static inline bool
weft_queue_is_lost(const struct weft_queue_state *state)
{
    return atomic_load_explicit(&state->is_lost, memory_order_relaxed);
}

static inline bool
weft_waiter_is_done(const struct weft_queue_state *state, const struct weft_waiter *waiter)
{
    if (waiter->event)
        return weft_event_is_final(waiter->event);
    // Sequentially consistent: pairs with who completes a command.
    return atomic_load_explicit(&state->completed, memory_order_seq_cst) >= waiter->sequence;
}

// Sleeps until the waiter's end is reached, or the queue is lost, doing what becomes ready for it if no worker does.
void weft_queue_sleep(cl_command_queue queue, struct weft_waiter *waiter);
static inline void
weft_waiter_wake(struct weft_waiter *waiter)
{
    atomic_fetch_add_explicit(&waiter->news, 1, memory_order_seq_cst);
    weft_futex_wake(&waiter->news, 1);
}
// Something of the queue, if known the command of this event, has become ready: one of those who sleep gets up for it
// if all workers are busy. Before it is given to the pool.
void weft_queue_call_waiter(struct weft_queue_state *state, cl_event event) WEFT_REQUIRES(state->lock);

// queue_in_order.c
void weft_in_order_submit(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
// True if state->task must be given to the pool: then the caller does, and the task holds the queue.
bool weft_in_order_must_schedule(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
void weft_in_order_task(struct weft_task *task);
// Becomes the driver, if nobody is, until the queue is empty or parked, or the event (may be NULL) is final, or the
// command of that number (0: none) is done. The caller holds a reference to the queue.
void weft_in_order_drive(cl_command_queue queue, cl_event event, uint64_t sequence);
// The same for a thread that waits for that: also helps other threads with it.
void weft_in_order_work_for(cl_command_queue queue, cl_event event, uint64_t sequence);
// The driver had left this command, which is complete now.
void weft_in_order_ended(cl_command_queue queue, struct weft_command *command);
void weft_in_order_resume(cl_command_queue queue);
cl_int weft_in_order_finish(cl_command_queue queue); // CL_OUT_OF_RESOURCES if the queue is lost

// queue_out_of_order.c
// Makes the command depend on its wait list, the last barrier and, for markers and barriers, on all that stands before
// it.
WEFT_MUST_CHECK cl_int weft_out_of_order_depend(struct weft_queue_state *state, struct weft_command *command,
                                                cl_uint wait_count, const cl_event *wait_list)
    WEFT_REQUIRES(state->lock);
void weft_out_of_order_submit(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
// Gives ready commands, all but `keep`, to the pool.
void weft_out_of_order_offer(struct weft_queue_state *state, size_t keep);
void weft_out_of_order_ready(cl_command_queue queue, struct weft_command *command);
// Runs the event's command, when it is ready, and what can be run soon, until there is no such command or the event is
// final. The caller holds a reference to the queue.
void weft_out_of_order_drive(cl_command_queue queue, cl_event event);
// The command is complete. May drop the queue's own reference.
void weft_out_of_order_retire(struct weft_queue_state *state, struct weft_command *command);

#endif
