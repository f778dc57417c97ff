// SPDX-License-Identifier: Apache-2.0
// The state of a queue, as the other files need it: after a fork, towards those who wait, when a dependency is met.
#include "runtime/queue/private.h"

#include "runtime/base/log.h"

// No other thread waits, nothing is with the pool, and what others were running is lost.
void
weft_queue_after_fork(struct weft_queue_state *state, bool was_held)
{
    state->forks = weft_fork_count();
    if (was_held) {
        // Nothing of it can be trusted.
        state->recorded = state->submitted = state->ready = state->offered = (struct weft_command_list){0};
        state->oldest = state->newest = state->blocks = NULL;
        state->recorded_events = state->remembered = 0;
        state->barrier = NULL;
    }
    state->waiters = NULL;
    atomic_store_explicit(&state->awaited, WEFT_NOBODY_WAITS, memory_order_relaxed);
    state->lookers = 0;
    atomic_store_explicit(&state->is_left, false, memory_order_relaxed);
    state->scheduled = false; // its reference to the queue is the parent's
    for (struct weft_command *command = state->offered.first; command; command = command->next)
        command->has_task = false;
    state->tasks = 0;
    if (!state->running && !was_held)
        return;
    weft_log_message(WEFT_LOG_ERROR,
                     "%s command-queue %p when the process forked: its commands end in the parent, and the queue is of "
                     "no use in the child",
                     was_held ? "a thread was changing" : "threads were running commands of", (void *)state->queue);
    atomic_store_explicit(&state->is_lost, true, memory_order_relaxed);
}

void
weft_command_list_append(struct weft_command_list *list, struct weft_command *command)
{
    command->next = NULL;
    command->previous = list->last;
    if (list->last)
        list->last->next = command;
    else
        list->first = command;
    list->last = command;
    list->count++;
}

void
weft_queue_call_waiter(struct weft_queue_state *state, cl_event event)
{
    struct weft_waiter *waiter = state->waiters;

    if (!waiter || weft_worker_pool_has_idle(state->pool))
        return;
    for (struct weft_waiter *w = waiter; w && event; w = w->next)
        if (w->event == event)
            waiter = w;
    weft_waiter_wake(waiter);
}

void
weft_queue_tell_final(cl_command_queue queue, cl_event event)
{
    struct weft_queue_state *state = queue->state;

    weft_queue_lock(state);
    for (struct weft_waiter *w = state->waiters; w; w = w->next)
        if (w->event == event)
            weft_waiter_wake(w);
    weft_mutex_unlock(&state->lock);
}

void
weft_command_dependency_done(struct weft_command *command, cl_int status)
{
    if (status < 0)
        atomic_store_explicit(&command->dependency_status, status, memory_order_relaxed);
    // Release: pairs with the acquire of whoever runs the command; acquire: we may be the one.
    if (atomic_fetch_sub_explicit(&command->pending, 1, memory_order_acq_rel) == 1)
        command->queue->state->order->ready(command->queue, command);
}
