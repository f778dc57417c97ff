// SPDX-License-Identifier: Apache-2.0
// Queues: recording, submitting, flushing, finishing; what is common to both orders.
#include <stdlib.h>
#include <string.h>

#include "runtime/base/log.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/queue/private.h"

_Static_assert(sizeof(struct _cl_command_queue) <= WEFT_OBJECT_SLOT_BYTES, "a queue must fit its slot");

static void
destroy(struct weft_object *object) WEFT_NO_ANALYSIS
{
    cl_command_queue queue = (cl_command_queue)object;
    struct weft_queue_state *state = queue->state;

    if (state) {
        // Outstanding commands hold the queue, so there are none, and no barrier.
        weft_queue_free_blocks(state);
        weft_mutex_finish(&state->lock);
        free(state);
    }
    free(queue->properties);
    weft_object_unref(queue->device);
    weft_object_unref(queue->context);
}

static unsigned
weight_of(cl_queue_priority_khr priority)
{
    return priority == CL_QUEUE_PRIORITY_HIGH_KHR  ? WEFT_WEIGHT_HIGH
           : priority == CL_QUEUE_PRIORITY_LOW_KHR ? WEFT_WEIGHT_LOW
                                                   : WEFT_WEIGHT_MEDIUM;
}

// Little energy: half of the threads, so that packages or cores can rest. 0: all.
static unsigned
most_threads(cl_queue_throttle_khr throttle, const struct weft_worker_pool *pool)
{
    return throttle == CL_QUEUE_THROTTLE_LOW_KHR ? (weft_worker_pool_size(pool) + 1) / 2 : 0;
}

cl_int
weft_queue_create(cl_context context, cl_device_id device, cl_command_queue_properties flags,
                  const cl_queue_properties *properties, struct weft_queue_hints hints, cl_command_queue *result)
{
    cl_command_queue queue = weft_object_create(WEFT_OBJECT_QUEUE, sizeof *queue, destroy);
    struct weft_queue_state *state;

    if (!queue)
        return CL_OUT_OF_HOST_MEMORY;
    queue->context = context;
    queue->device = device;
    queue->flags = flags;
    weft_object_ref(context);
    weft_object_ref(device);
    if (properties) {
        cl_uint count = 1;

        for (const cl_queue_properties *p = properties; *p; p += 2)
            count += 2;
        queue->properties = malloc(count * sizeof *properties);
        if (!queue->properties)
            goto fail;
        memcpy(queue->properties, properties, count * sizeof *properties);
        queue->property_count = count;
    }
    state = aligned_alloc(_Alignof(struct weft_queue_state), sizeof *state);
    if (!state)
        goto fail;
    *state = (struct weft_queue_state){
        .queue = queue, .task = {.run = weft_in_order_task}, .awaited = WEFT_NOBODY_WAITS, .forks = weft_fork_count()};
    weft_mutex_init(&state->lock);
    queue->state = state;
    state->pool = weft_device_pool(device);
    if (!state->pool)
        goto fail;
    state->weight = weight_of(hints.priority);
    state->most_threads = most_threads(hints.throttle, state->pool);
    *result = queue;
    return CL_SUCCESS;
fail:
    weft_object_unref(queue);
    return CL_OUT_OF_HOST_MEMORY;
}

// No other thread waits, nothing is with the pool, and what others were running is lost.
void
weft_queue_adopt(struct weft_queue_state *state)
{
    state->forks = weft_fork_count();
    state->waiters = NULL;
    atomic_store_explicit(&state->awaited, WEFT_NOBODY_WAITS, memory_order_relaxed);
    state->scheduled = false; // its reference to the queue is the parent's
    for (struct weft_command *command = state->offered.first; command; command = command->next)
        command->has_task = false;
    state->tasks = 0;
    if (!state->running)
        return;
    weft_log_message(WEFT_LOG_ERROR,
                     "%u commands of command-queue %p were being run when the process forked: they end in the parent, "
                     "and the queue is of no use in the child",
                     state->running, (void *)state->queue);
    atomic_store_explicit(&state->is_lost, true, memory_order_relaxed);
}

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
relieve(cl_command_queue queue)
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
        relieve(queue);
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
        weft_in_order_work_for(queue, event, 0);
        return;
    }
    do
        weft_out_of_order_drive(queue, event);
    while (!weft_event_is_final(event) && weft_ranges_help(queue->state->pool, event, is_final, event));
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

static bool
is_running(struct weft_queue_state *state)
{
    bool running;

    weft_queue_lock(state);
    running = state->running || state->scheduled;
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
            weft_in_order_work_for(queue, waiter->event, waiter->sequence);
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

void
weft_queue_wait(cl_command_queue queue, cl_event event)
{
    uint64_t start;

    work_for(queue, event);
    start = weft_ticks();
    while (!weft_event_is_final(event)) {
        if (weft_ticks() - start > WEFT_WAIT_SPIN_TICKS) {
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

cl_int
weft_queue_finish(cl_command_queue queue)
{
    struct weft_command *marker;
    cl_event event;
    cl_int err;

    if (weft_queue_is_in_order(queue))
        return weft_in_order_finish(queue);
    // Out of order: a marker waits for all that came before it.
    err = weft_command_create(queue, CL_COMMAND_MARKER, sizeof *marker, &weft_fence_ops, &marker);
    if (err != CL_SUCCESS)
        return err;
    weft_command_set_fence(marker, true, false);
    err = weft_command_enqueue(marker, 0, NULL, CL_FALSE, &event);
    if (err != CL_SUCCESS)
        return err;
    weft_event_wait(event);
    weft_object_api_release(event);
    return CL_SUCCESS;
}
