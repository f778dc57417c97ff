// SPDX-License-Identifier: Apache-2.0
// The way of commands into a queue: recorded, submitted, and told of when they are ready or have ended.
#include "runtime/core/error.h"
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

void
weft_queue_submit(cl_command_queue queue, bool keep)
{
    struct weft_queue_state *state = queue->state;
    bool schedule = false;
    bool is_due;

    weft_queue_lock(state);
    is_due = mark_submitted(state);
    if (weft_queue_is_in_order(queue)) {
        weft_in_order_submit(state);
        schedule = !keep && weft_in_order_must_schedule(state);
    } else {
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

// Works for the queue until half of its bound is left, or what is left cannot be run yet.
static void
make_room(cl_command_queue queue)
{
    struct weft_queue_state *state = queue->state;
    struct weft_waiter waiter = {.only_while_running = true};

    weft_object_ref(queue);
    if (weft_queue_is_in_order(queue)) {
        weft_queue_lock(state);
        waiter.sequence = state->last_sequence - WEFT_QUEUE_BOUND / 2;
        weft_mutex_unlock(&state->lock);
        weft_queue_sleep(queue, &waiter);
    } else {
        weft_out_of_order_drive(queue, NULL);
    }
    weft_object_unref(queue);
}

static void
set_sequence(struct weft_command *command, uint64_t sequence)
{
    command->sequence = sequence;
    if (command->event)
        command->event->sequence = sequence;
}

cl_int
weft_queue_append(cl_command_queue queue, struct weft_command *command, cl_uint wait_count, const cl_event *wait_list)
{
    struct weft_queue_state *state = queue->state;
    cl_int err = CL_SUCCESS;
    bool is_full, exceeds;

    if (weft_queue_is_in_order(queue)) {
        err = weft_command_reserve_edges(command, wait_count);
        if (err != CL_SUCCESS)
            return err;
        for (cl_uint i = 0; i < wait_count; ++i)
            weft_command_depend(command, wait_list[i], true);
    }
    weft_queue_lock(state);
    if (weft_queue_is_lost(state)) {
        weft_mutex_unlock(&state->lock);
        return weft_error(queue->context, CL_INVALID_COMMAND_QUEUE,
                          "command-queue %p lost its threads in a fork; make another one in the child", (void *)queue);
    }
    if (weft_queue_is_in_order(queue))
        set_sequence(command, ++state->last_sequence);
    else
        err = weft_out_of_order_depend(state, command, wait_count, wait_list);
    if (err != CL_SUCCESS) {
        weft_mutex_unlock(&state->lock);
        return err;
    }
    if (!state->outstanding++)
        weft_object_ref(queue); // until the last of them is retired
    weft_command_list_append(&state->recorded, command);
    state->recorded_events += command->event != NULL;
    is_full = state->recorded.count >= WEFT_QUEUE_BATCH;
    exceeds = state->outstanding > WEFT_QUEUE_BOUND;
    weft_mutex_unlock(&state->lock);
    if (is_full)
        weft_queue_submit(queue, false);
    if (is_full && exceeds && !weft_native_kernels_inside)
        make_room(queue);
    return CL_SUCCESS;
}

void
weft_queue_command_ready(cl_command_queue queue, struct weft_command *command)
{
    if (weft_queue_is_in_order(queue))
        weft_in_order_resume(queue);
    else
        weft_out_of_order_ready(queue, command);
}

void
weft_queue_command_ended(cl_command_queue queue, struct weft_command *command)
{
    if (weft_queue_is_in_order(queue))
        weft_in_order_ended(queue, command);
    else
        weft_out_of_order_retire(queue->state, command);
}

cl_int
weft_queue_flush(cl_command_queue queue)
{
    weft_queue_submit(queue, false);
    return CL_SUCCESS;
}
