// SPDX-License-Identifier: Apache-2.0
// Enqueuing commands; finishing, which out of order enqueues one.
#include <stdlib.h>

#include "runtime/core/context.h"
#include "runtime/core/error.h"
#include "runtime/queue/private.h"

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

// Records the command at the end of the queue. CL_OUT_OF_HOST_MEMORY leaves all as it was. CL_INVALID_COMMAND_QUEUE if
// the queue is lost.
static cl_int
append(cl_command_queue queue, struct weft_command *command, cl_uint wait_count, const cl_event *wait_list)
{
    struct weft_queue_state *state = queue->state;
    cl_int err = CL_SUCCESS;
    bool is_full, exceeds;

    if (weft_queue_is_in_order(queue)) {
        err = weft_command_reserve_edges(command, wait_count);
        if (err != CL_SUCCESS)
            return err;
        for (cl_uint i = 0; i < wait_count; i++)
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

// A queue whose events somebody waits for must get going, also when the application forgot to flush it.
static void
flush_others(cl_command_queue queue, cl_uint count, const cl_event *list)
{
    for (cl_uint i = 0; i < count; i++)
        if (list[i]->queue && list[i]->queue != queue && weft_event_status(list[i]) == CL_QUEUED)
            weft_queue_flush(list[i]->queue);
}

cl_int
weft_command_enqueue(struct weft_command *command, cl_uint wait_count, const cl_event *wait_list, cl_bool blocking,
                     cl_event *result)
{
    cl_command_queue queue = command->queue;
    cl_event event = NULL;
    cl_int err;

    // Out-of-order commands are ordered by their events alone.
    if (result || blocking || !weft_queue_is_in_order(queue)) {
        event = weft_event_create(queue->context, queue, command->type);
        if (!event) {
            weft_command_drop(command);
            return CL_OUT_OF_HOST_MEMORY;
        }
        // The event comes with one reference: the application's or, if it does not want it, the command's.
        command->event = event;
        event->covers_queue = command->waits_for_all;
        if (result)
            weft_object_ref(event);
        if (blocking)
            weft_object_ref(event);
    }
    flush_others(queue, wait_count, wait_list);
    err = append(queue, command, wait_count, wait_list);
    if (err != CL_SUCCESS) {
        weft_command_drop(command);
    } else if (blocking) {
        cl_int status = weft_event_wait(event);

        if (status < 0)
            err = status;
    }
    if (blocking && event)
        weft_object_unref(event);
    if (result && err == CL_SUCCESS)
        *result = event;
    else if (result)
        weft_object_api_release(event);
    return err;
}

cl_int
weft_queue_finish(cl_command_queue queue)
{
    struct weft_command *marker;
    cl_event event;
    cl_int err;

    if (weft_queue_is_in_order(queue))
        return weft_queue_finish_in_order(queue);
    // Out of order: a marker waits for all that came before it.
    err = weft_command_create(queue, CL_COMMAND_MARKER, sizeof(*marker), &weft_fence_ops, &marker);
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

// References to the context's queues, at most `room` of them; returns how many it has.
static size_t
retain_queues(cl_context context, cl_command_queue *queues, size_t room, size_t *retained)
{
    size_t count = 0;

    *retained = 0;
    weft_mutex_lock(&context->lock);
    for (cl_command_queue queue = context->queues; queue; queue = queue->next)
        // One without references is about to take itself off, and has no commands any more.
        if (count++ < room && weft_object_try_ref(queue, WEFT_OBJECT_QUEUE))
            queues[(*retained)++] = queue;
    weft_mutex_unlock(&context->lock);
    return count;
}

cl_int
weft_queue_finish_all(cl_context context)
{
    cl_command_queue *queues = NULL;
    size_t room = 0, count = 0, retained = 0;
    cl_int err = CL_SUCCESS;

    while ((count = retain_queues(context, queues, room, &retained)) > room) {
        while (retained)
            weft_object_unref(queues[--retained]);
        free(queues);
        room = count + 8; // threads may be making more
        queues = malloc(room * sizeof(*queues));
        if (!queues)
            return CL_OUT_OF_HOST_MEMORY;
    }
    for (size_t i = 0; i < retained; i++) {
        cl_int result = weft_queue_finish(queues[i]);

        err = err == CL_SUCCESS ? result : err;
        weft_object_unref(queues[i]);
    }
    free(queues);
    return err;
}
