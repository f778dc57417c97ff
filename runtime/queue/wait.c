// SPDX-License-Identifier: Apache-2.0
// Waiting for events and queues: working for them, and sleeping when there is nothing to do.
#include "runtime/queue/callbacks.h"
#include "runtime/queue/private.h"

// Where there are no workers, how often a waiting thread looks whether there is something to do for them.
#define LOOK_AGAIN_NS 1000000

static bool
is_final(void *event)
{
    return weft_event_is_final(event);
}

// Submits, and works for the event until it is final or there is nothing left that the calling thread could do for it.
static void
work_for(cl_command_queue queue, cl_event event)
{
    weft_queue_submit(queue, true);
    if (weft_queue_is_in_order(queue)) {
        weft_in_order_work_for(queue, event, 0, true);
        return;
    }
    do
        weft_out_of_order_drive(queue, event);
    while (!weft_event_is_final(event) && weft_ranges_help(queue->state->pool, event, is_final, event));
}

// What the queue's sleepers wait for at least.
static void
set_awaited(struct weft_queue_state *state) WEFT_REQUIRES(state->lock)
{
    uint64_t lowest = WEFT_NOBODY_WAITS;

    for (const struct weft_waiter *w = state->waiters; w; w = w->next)
        if (w->sequence && w->sequence < lowest)
            lowest = w->sequence;
    // Sequentially consistent: before the look at what is complete; partner of who completes a command.
    atomic_store_explicit(&state->awaited, lowest, memory_order_seq_cst);
}

// Whether somebody is at the queue's commands, or about to: who then finds that the next one has to wait says so. What
// is parked has said it, and a task that comes to it later finds nothing to do.
static bool
is_running(struct weft_queue_state *state)
{
    bool running;

    weft_queue_lock(state);
    running = state->running || (state->scheduled && !state->driving) ||
              atomic_load_explicit(&state->is_left, memory_order_relaxed);
    weft_mutex_unlock(&state->lock);
    return running;
}

// Sleeps until there are news; where the pool has no workers the thread does something of theirs, or looks again soon.
static void
sleep_once(const struct weft_queue_state *state, const struct weft_waiter *waiter, uint32_t seen)
{
    const struct timespec soon = {.tv_nsec = LOOK_AGAIN_NS};

    if (weft_worker_pool_is_running(state->pool))
        weft_futex_wait(&waiter->news, seen, NULL);
    else if (!weft_worker_pool_stand_in(state->pool))
        weft_futex_wait(&waiter->news, seen, &soon);
}

void
weft_queue_sleep(cl_command_queue queue, struct weft_waiter *waiter)
{
    struct weft_queue_state *state = queue->state;
    struct weft_waiter **link;

    weft_queue_lock(state);
    waiter->next = state->waiters;
    state->waiters = waiter;
    set_awaited(state);
    weft_mutex_unlock(&state->lock);
    for (;;) {
        uint32_t seen = atomic_load_explicit(&waiter->news, memory_order_seq_cst);

        if (weft_queue_is_in_order(queue))
            weft_in_order_work_for(queue, waiter->event, waiter->sequence, false);
        else
            work_for(queue, waiter->event);
        if (weft_waiter_is_done(state, waiter) || weft_queue_is_lost(state) ||
            (waiter->only_while_running && !is_running(state)))
            break;
        sleep_once(state, waiter, seen);
    }
    weft_queue_lock(state);
    for (link = &state->waiters; *link != waiter; link = &(*link)->next)
        ;
    *link = waiter->next;
    set_awaited(state);
    weft_mutex_unlock(&state->lock);
}

// The same, and sleeps then, until it is final. In order the thread has looked for a while already.
static void
wait_for_command(cl_command_queue queue, cl_event event)
{
    const bool has_looked = weft_queue_is_in_order(queue);
    uint64_t start;

    work_for(queue, event);
    start = weft_ticks();
    while (!weft_event_is_final(event)) {
        if (has_looked || weft_ticks() - start > WEFT_WAIT_SPIN_TICKS) {
            struct weft_waiter waiter = {.event = event, .sequence = event->sequence};

            // In order it is told of its sequence.
            if (!waiter.sequence)
                atomic_fetch_add_explicit(&event->sleepers, 1, memory_order_seq_cst);
            weft_queue_sleep(queue, &waiter);
            if (!waiter.sequence)
                atomic_fetch_sub_explicit(&event->sleepers, 1, memory_order_relaxed);
            return;
        }
        weft_pause();
    }
}

cl_int
weft_queue_finish_in_order(cl_command_queue queue)
{
    struct weft_queue_state *state = queue->state;
    struct weft_waiter waiter = {0};
    bool is_done, is_due;
    cl_int err;

    weft_queue_lock(state);
    waiter.sequence = state->last_sequence;
    is_done = weft_waiter_is_done(state, &waiter);
    is_due = !is_done && weft_in_order_submit_recorded(state);
    state->lookers += !is_done;
    weft_mutex_unlock(&state->lock);
    if (is_done)
        return CL_SUCCESS;
    if (is_due)
        weft_callbacks_start();
    weft_object_ref(queue);
    weft_in_order_work_for(queue, NULL, waiter.sequence, true);
    if (!weft_waiter_is_done(state, &waiter))
        weft_queue_sleep(queue, &waiter);
    err = weft_queue_is_lost(state) ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
    weft_object_unref(queue);
    return err;
}

// For a user event.
static void
wait_for_user(cl_event event)
{
    cl_int status;

    // Sequentially consistent: before the second look at the status; partner of weft_event_advance.
    atomic_fetch_add_explicit(&event->sleepers, 1, memory_order_seq_cst);
    while ((status = atomic_load_explicit(&event->status, memory_order_seq_cst)) > CL_COMPLETE)
        weft_futex_wait((const _Atomic uint32_t *)&event->status, (uint32_t)status, NULL);
    atomic_fetch_sub_explicit(&event->sleepers, 1, memory_order_relaxed);
}

cl_int
weft_event_wait(cl_event event)
{
    cl_int status = weft_event_status(event);

    if (status <= CL_COMPLETE)
        return status;
    weft_object_ref(event);
    if (event->queue)
        wait_for_command(event->queue, event);
    else
        wait_for_user(event);
    status = weft_event_status(event);
    if (status > CL_COMPLETE)
        status = CL_OUT_OF_RESOURCES; // its queue is lost
    weft_object_unref(event);
    return status;
}
