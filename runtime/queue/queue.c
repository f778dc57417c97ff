// SPDX-License-Identifier: Apache-2.0
// Creation and destruction of queues.
#include <stdlib.h>
#include <string.h>

#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/properties.h"
#include "runtime/exec/arena.h"
#include "runtime/queue/private.h"

_Static_assert(sizeof(struct _cl_command_queue) <= WEFT_OBJECT_SLOT_BYTES, "a queue must fit its slot");

static void
add_to_context(cl_command_queue queue)
{
    cl_context context = queue->context;

    weft_mutex_lock(&context->lock);
    queue->next = context->queues;
    if (queue->next)
        queue->next->previous = queue;
    context->queues = queue;
    queue->is_listed = true;
    weft_mutex_unlock(&context->lock);
}

static void
take_off_context(cl_command_queue queue)
{
    cl_context context = queue->context;

    weft_mutex_lock(&context->lock);
    if (queue->previous)
        queue->previous->next = queue->next;
    else
        context->queues = queue->next;
    if (queue->next)
        queue->next->previous = queue->previous;
    weft_mutex_unlock(&context->lock);
}

static void
destroy(struct weft_object *object) WEFT_NO_ANALYSIS
{
    cl_command_queue queue = (cl_command_queue)object;
    struct weft_queue_state *state = queue->state;

    if (queue->is_listed)
        take_off_context(queue);
    if (state) {
        // Outstanding commands hold the queue, so there are none, and no barrier.
        weft_queue_free_blocks(state);
        free(state);
    }
    if (queue->on_device)
        weft_context_forget_queue(queue->context, queue);
    free(queue->on_device);
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

// What queues of the host's and of the device have. NULL if memory is exhausted.
static cl_command_queue
queue_new(cl_context context, cl_device_id device, cl_command_queue_properties flags,
          const cl_queue_properties *properties)
{
    cl_command_queue queue = weft_object_create(WEFT_OBJECT_QUEUE, sizeof(*queue), destroy);

    if (!queue)
        return NULL;
    queue->context = context;
    queue->device = device;
    queue->flags = flags;
    weft_object_ref(context);
    weft_object_ref(device);
    if (weft_properties_copy(properties, &queue->properties, &queue->property_count))
        return queue;
    weft_object_unref(queue);
    return NULL;
}

cl_int
weft_queue_create_on_device(cl_context context, cl_device_id device, cl_command_queue_properties flags,
                            const cl_queue_properties *properties, cl_uint size, cl_command_queue *result)
{
    cl_command_queue queue = queue_new(context, device, flags, properties);

    if (!queue)
        return CL_OUT_OF_HOST_MEMORY;
    queue->on_device = calloc(1, sizeof(*queue->on_device));
    if (!queue->on_device) {
        weft_object_unref(queue);
        return CL_OUT_OF_HOST_MEMORY;
    }
    queue->on_device->size = size;
    *result = queue;
    return CL_SUCCESS;
}

cl_int
weft_queue_create(cl_context context, cl_device_id device, cl_command_queue_properties flags,
                  const cl_queue_properties *properties, struct weft_queue_hints hints, cl_command_queue *result)
{
    cl_command_queue queue = queue_new(context, device, flags, properties);
    struct weft_queue_state *state;

    if (!queue)
        return CL_OUT_OF_HOST_MEMORY;
    state = aligned_alloc(_Alignof(struct weft_queue_state), sizeof(*state));
    if (!state)
        goto fail;
    *state = (struct weft_queue_state){.queue = queue,
                                       .order = flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE ? &weft_out_of_order
                                                                                               : &weft_in_order,
                                       .task = {.run = weft_in_order_task},
                                       .awaited = WEFT_NOBODY_WAITS,
                                       .forks = weft_fork_count()};
    weft_mutex_init(&state->lock);
    queue->state = state;
    state->pool = weft_device_pool(device);
    if (!state->pool)
        goto fail;
    state->weight = weight_of(hints.priority);
    state->most_threads = most_threads(hints.throttle, state->pool);
    add_to_context(queue);
    weft_device_ready_worker(device);
    weft_arena_prepare(); // the thread that makes a queue mostly runs its first kernels
    *result = queue;
    return CL_SUCCESS;
fail:
    weft_object_unref(queue);
    return CL_OUT_OF_HOST_MEMORY;
}
