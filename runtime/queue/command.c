// SPDX-License-Identifier: Apache-2.0
// Commands: blocks of memory, dependencies, execution.
#include <stdlib.h>
#include <string.h>

#include "runtime/queue/private.h"

_Thread_local unsigned weft_native_kernels_inside;

// Carves a new slab into free blocks.
static bool
add_slab(struct weft_queue_state *state) WEFT_REQUIRES(state->lock)
{
    struct weft_command_slab *slab = aligned_alloc(WEFT_COMMAND_ALIGN, WEFT_QUEUE_SLAB_BYTES);

    if (!slab)
        return false;
    slab->next = state->slabs;
    state->slabs = slab;
    state->slab_count++;
    for (size_t at = WEFT_COMMAND_ALIGN; at + WEFT_COMMAND_BLOCK_BYTES <= WEFT_QUEUE_SLAB_BYTES;
         at += WEFT_COMMAND_BLOCK_BYTES) {
        struct weft_command *block = (struct weft_command *)(void *)((char *)slab + at);

        block->next = state->blocks;
        state->blocks = block;
    }
    return true;
}

void
weft_queue_free_blocks(struct weft_queue_state *state)
{
    while (state->slabs) {
        struct weft_command_slab *slab = state->slabs;

        state->slabs = slab->next;
        free(slab);
    }
    state->slab_count = 0;
    state->blocks = NULL;
}

static struct weft_command *
take_block(struct weft_queue_state *state) WEFT_EXCLUDES(state->lock)
{
    struct weft_command *block = NULL;

    weft_queue_lock(state);
    if (state->blocks || add_slab(state)) {
        block = state->blocks;
        state->blocks = block->next;
        state->blocks_used++;
    }
    weft_mutex_unlock(&state->lock);
    return block;
}

cl_int
weft_command_create(cl_command_queue queue, cl_command_type type, size_t bytes, const struct weft_command_ops *ops,
                    struct weft_command **result)
{
    bool recycled = bytes <= WEFT_COMMAND_BLOCK_BYTES;
    struct weft_command *command =
        recycled
            ? take_block(queue->state)
            : aligned_alloc(WEFT_COMMAND_ALIGN, (bytes + WEFT_COMMAND_ALIGN - 1) & ~(size_t)(WEFT_COMMAND_ALIGN - 1));

    if (!command)
        return CL_OUT_OF_HOST_MEMORY;
    memset(command, 0, bytes);
    command->ops = ops;
    command->queue = queue;
    command->type = type;
    command->recycled = recycled;
    command->edges = command->own_edges;
    atomic_store_explicit(&command->pending, 1, memory_order_relaxed);
    *result = command;
    return CL_SUCCESS;
}

void
weft_command_free(struct weft_queue_state *state, struct weft_command *command)
{
    if (command->edges != command->own_edges)
        free(command->edges);
    if (!command->recycled) {
        free(command);
        return;
    }
    command->next = state->blocks;
    state->blocks = command;
    if (--state->blocks_used == 0 && state->slab_count > WEFT_QUEUE_KEPT_SLABS)
        weft_queue_free_blocks(state);
}

void
weft_command_drop(struct weft_command *command)
{
    struct weft_queue_state *state = command->queue->state;

    command->ops->release(command);
    if (command->event)
        weft_object_unref(command->event);
    weft_queue_lock(state);
    weft_command_free(state, command);
    weft_mutex_unlock(&state->lock);
}

cl_int
weft_command_reserve_edges(struct weft_command *command, size_t count)
{
    struct weft_edge *edges;

    if (count <= WEFT_OWN_EDGES)
        return CL_SUCCESS;
    edges = malloc(count * sizeof(*edges));
    if (!edges)
        return CL_OUT_OF_HOST_MEMORY;
    command->edges = edges;
    return CL_SUCCESS;
}

void
weft_command_depend(struct weft_command *command, cl_event event, bool strict)
{
    struct weft_edge *edge = &command->edges[command->edge_count++];

    *edge = (struct weft_edge){.command = command, .strict = strict};
    // Relaxed: the command's place in the queue still counts, so that the sum cannot reach zero here.
    atomic_fetch_add_explicit(&command->pending, 1, memory_order_relaxed);
    if (weft_event_add_dependent(event, edge))
        return;
    atomic_fetch_sub_explicit(&command->pending, 1, memory_order_relaxed);
    if (strict && weft_event_status(event) < 0)
        atomic_store_explicit(&command->dependency_status, weft_event_status(event), memory_order_relaxed);
}

// What the command retained goes first: after clFinish nothing is held on its behalf.
static void
complete(struct weft_command *command, cl_int status)
{
    command->ops->release(command);
    if (command->event)
        weft_event_advance(command->event, status);
}

void
weft_command_note_end(struct weft_command *command)
{
    cl_event event = command->event;

    if (event && event->profiling && !event->times_ns[WEFT_TIME_END])
        event->times_ns[WEFT_TIME_END] = weft_clock_ns();
}

bool
weft_command_execute(struct weft_command *command)
{
    cl_int status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

    if (atomic_load_explicit(&command->dependency_status, memory_order_relaxed) == CL_COMPLETE) {
        if (command->event)
            weft_event_advance(command->event, CL_RUNNING);
        status = command->ops->run(command);
        if (status == WEFT_LEFT)
            return false;
        weft_command_note_end(command);
    }
    complete(command, status);
    return true;
}

cl_int
weft_command_start_range(struct weft_command *command, struct weft_range *range)
{
    const struct weft_queue_state *state = command->queue->state;

    range->owner = weft_queue_is_in_order(command->queue) ? (const void *)command->queue : (const void *)command->event;
    range->weight = state->weight;
    range->most_threads = state->most_threads;
    return weft_range_start(state->pool, range);
}

void
weft_command_end(struct weft_command *command, cl_int status)
{
    weft_command_note_end(command);
    complete(command, status);
    command->queue->state->order->ended(command->queue, command);
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
