// SPDX-License-Identifier: Apache-2.0
// Submitting what has been recorded.
#include "runtime/queue/private.h"

// CL_SUBMITTED for what was recorded. Returns whether callbacks are due.
static bool
mark_submitted(struct weft_queue_state *state) WEFT_REQUIRES(state->lock)
{
    bool is_due = false;

    if (!state->recorded_events)
        return false;
    state->recorded_events = 0;
    for (struct weft_command *command = state->recorded.first; command; command = command->next)
        if (command->event)
            is_due |= weft_event_mark_submitted(command->event);
    return is_due;
}

bool
weft_in_order_submit_recorded(struct weft_queue_state *state)
{
    bool is_due = mark_submitted(state);

    weft_in_order_submit(state);
    return is_due;
}

void
weft_queue_submit(cl_command_queue queue, bool keep)
{
    struct weft_queue_state *state = queue->state;
    bool schedule = false;
    bool is_due;

    weft_queue_lock(state);
    if (weft_queue_is_in_order(queue)) {
        is_due = weft_in_order_submit_recorded(state);
        state->lookers += keep;
        schedule = !keep && weft_in_order_must_schedule(state);
    } else {
        is_due = mark_submitted(state);
        weft_out_of_order_submit(state);
    }
    weft_mutex_unlock(&state->lock);
    if (schedule)
        weft_worker_pool_submit(state->pool, &state->task);
    else if (!weft_queue_is_in_order(queue))
        weft_out_of_order_offer(state, keep ? 1 : 0);
    if (is_due)
        weft_callbacks_start();
}

cl_int
weft_queue_flush(cl_command_queue queue)
{
    weft_queue_submit(queue, false);
    return CL_SUCCESS;
}
