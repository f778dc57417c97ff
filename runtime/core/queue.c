// SPDX-License-Identifier: Apache-2.0
// Queues: recording, submitting, flushing, finishing; what is common to both orders.
#include "runtime/core/queue_internal.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/exec/futex.h"
#include "runtime/exec/scheduler.h"

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

cl_int
weft_queue_create(cl_context context, cl_device_id device, cl_command_queue_properties flags,
                  const cl_queue_properties *properties, cl_command_queue *result)
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
    *state = (struct weft_queue_state){.queue = queue, .task = {.run = weft_in_order_task}};
    weft_mutex_init(&state->lock);
    queue->state = state;
    state->pool = weft_device_pool(device);
    if (!state->pool)
        goto fail;
    *result = queue;
    return CL_SUCCESS;
fail:
    weft_object_unref(queue);
    return CL_OUT_OF_HOST_MEMORY;
}

// CL_SUBMITTED for what was recorded. The events whose callbacks are due are linked and retained.
static cl_event
mark_submitted(struct weft_queue_state *state) WEFT_REQUIRES(state->lock)
{
    cl_event due = NULL;

    if (!state->recorded_events)
        return NULL;
    state->recorded_events = 0;
    for (struct weft_command *command = state->recorded.first; command; command = command->next) {
        if (command->event && weft_event_mark_submitted(command->event)) {
            weft_object_ref(command->event);
            command->event->next_submitted = due;
            due = command->event;
        }
    }
    return due;
}

void
weft_queue_submit(cl_command_queue queue, bool keep)
{
    struct weft_queue_state *state = queue->state;
    bool schedule = false;
    cl_event due;

    weft_mutex_lock(&state->lock);
    due = mark_submitted(state);
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
    while (due) {
        cl_event event = due;

        due = event->next_submitted;
        weft_event_deliver(event);
        weft_object_unref(event);
    }
}

cl_int
weft_queue_append(cl_command_queue queue, struct weft_command *command, cl_uint wait_count, const cl_event *wait_list)
{
    struct weft_queue_state *state = queue->state;
    cl_int err = CL_SUCCESS;
    bool full;

    if (weft_queue_is_in_order(queue)) {
        err = weft_command_reserve_edges(command, wait_count);
        if (err != CL_SUCCESS)
            return err;
        for (cl_uint i = 0; i < wait_count; ++i)
            weft_command_depend(command, wait_list[i], true);
    }
    weft_mutex_lock(&state->lock);
    if (weft_queue_is_in_order(queue))
        command->sequence = ++state->last_sequence;
    else
        err = weft_out_of_order_depend(state, command, wait_count, wait_list);
    if (err != CL_SUCCESS) {
        weft_mutex_unlock(&state->lock);
        return err;
    }
    if (!state->outstanding++)
        weft_object_ref(queue); // until weft_queue_retire
    weft_command_list_append(&state->recorded, command);
    state->recorded_events += command->event != NULL;
    full = state->recorded.count >= WEFT_QUEUE_BATCH;
    weft_mutex_unlock(&state->lock);
    if (full)
        weft_queue_submit(queue, false);
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

cl_int
weft_queue_flush(cl_command_queue queue)
{
    weft_queue_submit(queue, false);
    return CL_SUCCESS;
}

static bool
is_final(void *event)
{
    return weft_event_is_final(event);
}

void
weft_queue_work_for(cl_command_queue queue, cl_event event)
{
    weft_queue_submit(queue, true);
    if (weft_queue_is_in_order(queue))
        weft_in_order_drive(queue, event, 0);
    else
        weft_out_of_order_drive(queue, event);
    while (!weft_event_is_final(event) && weft_ranges_help(queue->state->pool, is_final, event))
        ;
}

void
weft_queue_notify(struct weft_queue_state *state)
{
    // Sequentially consistent, all: the news were stored before; partner of the sleepers' count and second look.
    atomic_fetch_add_explicit(&state->progress, 1, memory_order_seq_cst);
    if (atomic_load_explicit(&state->sleepers, memory_order_seq_cst) ||
        atomic_load_explicit(&state->waiters, memory_order_seq_cst))
        weft_futex_wake(&state->progress, INT_MAX);
}

void
weft_queue_sleep_until(cl_command_queue queue, cl_event event)
{
    struct weft_queue_state *state = queue->state;

    atomic_fetch_add_explicit(&state->waiters, 1, memory_order_seq_cst);
    for (;;) {
        uint32_t seen = atomic_load_explicit(&state->progress, memory_order_seq_cst);

        weft_queue_work_for(queue, event);
        if (weft_event_is_final(event))
            break;
        weft_futex_wait(&state->progress, seen);
    }
    atomic_fetch_sub_explicit(&state->waiters, 1, memory_order_relaxed);
}

cl_int
weft_queue_finish(cl_command_queue queue)
{
    struct weft_command *marker;
    cl_event event;
    cl_int err;

    if (weft_queue_is_in_order(queue)) {
        weft_in_order_finish(queue);
        return CL_SUCCESS;
    }
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

static cl_int
run_nothing(struct weft_command *command)
{
    (void)command;
    return CL_SUCCESS;
}

static void
release_nothing(struct weft_command *command)
{
    (void)command;
}

const struct weft_command_ops weft_fence_ops = {.run = run_nothing, .release = release_nothing};
