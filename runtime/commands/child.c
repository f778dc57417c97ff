// SPDX-License-Identifier: Apache-2.0
// Kernels that kernels enqueue.
#include "runtime/commands/child.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/futex.h"
#include "runtime/base/log.h"
#include "runtime/commands/device_event.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/exec/complaint.h"
#include "runtime/queue/public.h"

// Of OpenCL C.
enum {
    ENQUEUE_FAILURE = -101,
    INVALID_QUEUE = -102,
    INVALID_NDRANGE = -160,
    INVALID_EVENT_WAIT_LIST = -57,
    DEVICE_QUEUE_FULL = -161,
    INVALID_ARG_SIZE = -51,
    EVENT_ALLOCATION_FAILURE = -100,
    OUT_OF_RESOURCES = -5,
};
enum { WAIT_KERNEL = 1, WAIT_WORK_GROUP = 2 };
#define PROFILING_COMMAND_EXEC_TIME 1

#define LITERAL_BYTES_MAX 65536u // of what a block captures

struct weft_child {
    struct weft_task task;
    struct weft_child *next; // in the list it is in
    struct weft_kin kin;     // where its children count, if it has an event
    struct weft_parent parent;
    struct weft_kin *upper;            // where it counts itself
    _Atomic uint32_t pending;          // what it waits for, and its enqueuing
    _Atomic int32_t dependency_status; // CL_SUCCESS, or an error of an event in its wait list
    uint64_t event;                    // or WEFT_NO_DEVICE_EVENT
    uint64_t start_ns, execution_ns;   // if it has an event
    cl_command_queue queue;            // retained
    size_t queue_bytes;                // what it takes of the queue
    bool is_marker;                    // nothing to run
    bool may_enqueue;
    struct weft_ndrange ndrange;
    // then: dependents; aligned to WEFT_ARENA_ALIGN, arguments and what the block has captured
};

// The end of a parent's list of followers that takes no more.
static struct weft_child closed;
#define NO_FOLLOWERS (&closed)

// What the calling thread runs groups of, if that may enqueue.
struct running {
    struct weft_parent *parent;
    struct weft_child *followers; // that wait for the groups' end
};
static _Thread_local struct running *running;

static void
push(struct weft_ready *ready, struct weft_child *child)
{
    child->next = NULL;
    if (ready->last)
        ready->last->next = child;
    else
        ready->first = child;
    ready->last = child;
}

static struct weft_child *
pop(struct weft_ready *ready)
{
    struct weft_child *child = ready->first;

    if (child) {
        ready->first = child->next;
        if (!ready->first)
            ready->last = NULL;
    }
    return child;
}

// One thing less that the child waits for.
static void
release_one(struct weft_child *child, struct weft_ready *ready)
{
    // Acquire and release: what it waited for happens before it.
    if (atomic_fetch_sub_explicit(&child->pending, 1, memory_order_acq_rel) == 1)
        push(ready, child);
}

static void
release_all(struct weft_child *children, struct weft_ready *ready)
{
    while (children && children != NO_FOLLOWERS) {
        struct weft_child *next = children->next;

        release_one(children, ready);
        children = next;
    }
}

// An event has ended like this: those who waited for it wait for one less.
static void
release_dependents(struct weft_dependent *dependents, int32_t status, struct weft_ready *ready)
{
    while (dependents) {
        struct weft_dependent *next = dependents->next; // it is part of the child
        struct weft_child *child = dependents->waiter;

        if (status < 0)
            atomic_store_explicit(&child->dependency_status, status, memory_order_relaxed);
        release_one(child, ready);
        dependents = next;
    }
}

static void
note_error(struct weft_kin *kin, cl_int status)
{
    int32_t none = CL_SUCCESS;

    if (status < 0)
        atomic_compare_exchange_strong_explicit(&kin->status, &none, status, memory_order_relaxed,
                                                memory_order_relaxed);
}

// One that counts there is complete. Whoever sees the last one off goes on upwards.
static void
leave(struct weft_kin *kin, struct weft_ready *ready)
{
    while (kin && atomic_fetch_sub_explicit(&kin->left, 1, memory_order_acq_rel) == 1) {
        struct weft_kin *upper = kin->upper;

        if (upper)
            note_error(upper, atomic_load_explicit(&kin->status, memory_order_relaxed));
        kin->complete(kin, ready);
        kin = upper;
    }
}

static void
free_child(struct weft_child *child)
{
    struct weft_device_queue *queue = child->queue->on_device;

    weft_complaint_finish(&child->ndrange.complaint);
    atomic_fetch_sub_explicit(&queue->used_bytes, child->queue_bytes, memory_order_relaxed);
    weft_object_unref(child->queue);
    free(child);
}

// A child with an event, and all its children, are complete.
static void
complete_child(struct weft_kin *kin, struct weft_ready *ready)
{
    struct weft_child *child = (struct weft_child *)(void *)((char *)kin - offsetof(struct weft_child, kin));
    int32_t status = atomic_load_explicit(&kin->status, memory_order_relaxed);
    uint64_t event = child->event;
    uint64_t execution = child->execution_ns, whole = child->start_ns ? weft_clock_ns() - child->start_ns : 0;

    free_child(child);
    release_dependents(weft_device_event_finish(event, status, execution, whole), status, ready);
}

// The child's own groups have run, or it has nothing to run, or cannot.
static void
end_child(struct weft_child *child, cl_int status, struct weft_ready *ready)
{
    const char *sentence = weft_complaint_get(&child->ndrange.complaint);
    struct weft_kin *kin = child->parent.kin, *upper = child->upper;

    if (sentence) {
        weft_log_message(WEFT_LOG_ERROR, "%s", sentence);
        status = weft_error(child->queue->context, CL_OUT_OF_RESOURCES, "%s", sentence);
    }
    note_error(kin, status);
    if (child->start_ns)
        child->execution_ns = weft_clock_ns() - child->start_ns;
    // Acquire and release: the list's children happen after the groups.
    release_all(atomic_exchange_explicit(&child->parent.followers, NO_FOLLOWERS, memory_order_acq_rel), ready);
    if (kin == upper)
        free_child(child);
    leave(kin, ready);
}

static void run_ready(struct weft_worker_pool *pool, struct weft_ready *ready);
static void run_watched(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end);

static void
range_ended(struct weft_range *range)
{
    struct weft_ndrange *ndrange = weft_ndrange_of_range(range);
    struct weft_child *child = (struct weft_child *)(void *)((char *)ndrange - offsetof(struct weft_child, ndrange));
    struct weft_worker_pool *pool = child->parent.family->pool;
    struct weft_ready ready = {0};

    weft_ndrange_remember(ndrange);
    end_child(child, CL_SUCCESS, &ready);
    run_ready(pool, &ready);
}

static void
run_child(struct weft_child *child, struct weft_ready *ready)
{
    struct weft_range *range = &child->ndrange.range;
    const struct weft_range *first = child->parent.family->range;
    cl_int status = CL_SUCCESS;

    if (atomic_load_explicit(&child->dependency_status, memory_order_relaxed) < 0)
        status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    if (child->event != WEFT_NO_DEVICE_EVENT)
        child->start_ns = weft_clock_ns();
    if (status == CL_SUCCESS && !child->is_marker && child->ndrange.groups) {
        status = weft_ndrange_prepare(&child->ndrange);
        range->end = range_ended;
        range->weight = first->weight;
        range->most_threads = first->most_threads;
        range->owner = first->owner;
        if (child->may_enqueue)
            range->run = run_watched;
        if (status == CL_SUCCESS)
            status = weft_range_start(child->parent.family->pool, range);
        if (status == WEFT_LEFT)
            return;
        if (status == CL_SUCCESS)
            weft_ndrange_remember(&child->ndrange);
    }
    end_child(child, status, ready);
}

static void
submit_all(struct weft_worker_pool *pool, struct weft_ready *ready)
{
    struct weft_child *child;

    while ((child = pop(ready)))
        weft_worker_pool_submit(pool, &child->task);
}

// A child may be the last of its family, which is gone then: nothing is looked at but what is still ready.
static void
run_ready(struct weft_worker_pool *pool, struct weft_ready *ready)
{
    struct weft_child *child;

    while ((child = pop(ready))) {
        if (ready->first && weft_worker_pool_has_idle(pool))
            submit_all(pool, ready);
        run_child(child, ready);
        // What has waited for longer comes first.
        if (ready->first && weft_on_worker() && weft_worker_pool_tasks_wait(pool))
            submit_all(pool, ready);
    }
}

static void
run_task(struct weft_task *task)
{
    struct weft_child *child = (struct weft_child *)(void *)((char *)task - offsetof(struct weft_child, task));
    struct weft_worker_pool *pool = child->parent.family->pool;
    struct weft_ready ready = {0};

    run_child(child, &ready);
    run_ready(pool, &ready);
}

// Groups of a parent: whose children these are that its kernel enqueues.
static void
run_watched(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    struct weft_parent *parent = weft_ndrange_of_range(range)->parent;
    struct running own = {.parent = parent}, *before = running;
    struct weft_worker_pool *pool = parent->family->pool;
    struct weft_ready ready = {0};

    running = &own;
    weft_ndrange_run(range, arena, begin, end);
    running = before;
    release_all(own.followers, &ready);
    submit_all(pool, &ready);
}

void
weft_family_begin(struct weft_family *family, struct weft_parent *parent, struct weft_ndrange *ndrange,
                  void (*complete)(struct weft_kin *kin, struct weft_ready *ready))
{
    family->kin = (struct weft_kin){.complete = complete};
    atomic_init(&family->kin.left, 1);
    family->range = &ndrange->range;
    parent->family = family;
    parent->kin = &family->kin;
    atomic_init(&parent->followers, NULL);
    ndrange->parent = parent;
    ndrange->range.run = run_watched;
}

bool
weft_family_ended(struct weft_family *family, struct weft_parent *parent, cl_int *status)
{
    struct weft_ready ready = {0};

    note_error(&family->kin, *status);
    release_all(atomic_exchange_explicit(&parent->followers, NO_FOLLOWERS, memory_order_acq_rel), &ready);
    run_ready(family->pool, &ready);
    if (atomic_fetch_sub_explicit(&family->kin.left, 1, memory_order_acq_rel) != 1)
        return false;
    *status = atomic_load_explicit(&family->kin.status, memory_order_relaxed);
    return true;
}

// Enqueuing.

static size_t
align_up(size_t bytes, size_t alignment)
{
    return (bytes + alignment - 1) & ~(alignment - 1);
}

// A queue of the family's device and context, retained; NULL: the word is none.
static cl_command_queue
get_queue(const struct weft_family *family, uint64_t word)
{
    cl_command_queue queue = (cl_command_queue)(uintptr_t)word;

    if (!weft_object_try_ref(queue, WEFT_OBJECT_QUEUE))
        return NULL;
    if (queue->on_device && queue->context == family->context)
        return queue;
    weft_object_unref(queue);
    return NULL;
}

static bool
take_bytes(cl_command_queue queue, size_t bytes)
{
    struct weft_device_queue *state = queue->on_device;
    size_t used = atomic_fetch_add_explicit(&state->used_bytes, bytes, memory_order_relaxed);

    if (used + bytes <= state->size)
        return true;
    atomic_fetch_sub_explicit(&state->used_bytes, bytes, memory_order_relaxed);
    if (!atomic_exchange_explicit(&state->has_overflown, true, memory_order_relaxed))
        weft_log_message(WEFT_LOG_WARN,
                         "a device queue of %u bytes is full: %zu are in use, and a command takes %zu; enqueue_kernel "
                         "fails until others have ended (CL_QUEUE_SIZE)",
                         state->size, used, bytes);
    return false;
}

// A new child in the queue, which it takes over also on failure, with room for so many dependents and bytes behind. 0,
// or the error.
static int32_t
make_child(struct weft_parent *parent, cl_command_queue queue, uint32_t event_count, size_t bytes,
           struct weft_child **result)
{
    size_t dependents = event_count * sizeof(struct weft_dependent);
    size_t whole = align_up(sizeof(struct weft_child) + dependents, WEFT_ARENA_ALIGN) + bytes;
    struct weft_child *child;

    if (!take_bytes(queue, whole)) {
        weft_object_unref(queue);
        return DEVICE_QUEUE_FULL;
    }
    child = aligned_alloc(WEFT_ARENA_ALIGN, align_up(whole, WEFT_ARENA_ALIGN));
    if (!child) {
        atomic_fetch_sub_explicit(&queue->on_device->used_bytes, whole, memory_order_relaxed);
        weft_object_unref(queue);
        return OUT_OF_RESOURCES;
    }
    memset(child, 0, sizeof(*child));
    child->task.run = run_task;
    child->queue = queue;
    child->queue_bytes = whole;
    child->event = WEFT_NO_DEVICE_EVENT;
    child->upper = parent->kin;
    child->parent.family = parent->family;
    child->parent.kin = parent->kin;
    child->ndrange.parent = &child->parent;
    atomic_init(&child->pending, 1);
    *result = child;
    return 0;
}

static struct weft_dependent *
dependents_of(struct weft_child *child)
{
    return (struct weft_dependent *)(void *)(child + 1);
}

static unsigned char *
bytes_of(struct weft_child *child, uint32_t event_count)
{
    return (unsigned char *)child +
           align_up(sizeof(*child) + event_count * sizeof(struct weft_dependent), WEFT_ARENA_ALIGN);
}

static bool
are_events(uint32_t count, const uint64_t *events)
{
    if ((events == NULL) != (count == 0))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!weft_device_event_is_valid(events[i]))
            return false;
    return true;
}

// The child gets an event of its own if it is asked for.
static bool
add_event(struct weft_child *child, uint64_t *event)
{
    if (!event)
        return true;
    child->event = weft_device_event_create(false);
    if (child->event == WEFT_NO_DEVICE_EVENT)
        return false;
    child->kin = (struct weft_kin){.upper = child->upper, .complete = complete_child};
    atomic_init(&child->kin.left, 1);
    child->parent.kin = &child->kin;
    return true;
}

// From here on the child is everybody's. `event` gets its event before it can be complete.
static void
enqueue(struct weft_child *child, uint32_t event_count, const uint64_t *events, uint64_t *event, uint32_t flags)
{
    struct weft_dependent *dependents = dependents_of(child);
    struct weft_worker_pool *pool = child->parent.family->pool;
    struct weft_parent *parent = running->parent;
    struct weft_ready ready = {0};

    // Relaxed: the parent itself is counted, so that this cannot be the first. So it is with what the child waits for.
    atomic_fetch_add_explicit(&child->upper->left, 1, memory_order_relaxed);
    for (uint32_t i = 0; i < event_count; i++) {
        int32_t status = CL_SUCCESS;

        dependents[i].waiter = child;
        atomic_fetch_add_explicit(&child->pending, 1, memory_order_relaxed);
        if (weft_device_event_wait(events[i], &dependents[i], &status))
            continue;
        atomic_fetch_sub_explicit(&child->pending, 1, memory_order_relaxed);
        if (status < 0)
            atomic_store_explicit(&child->dependency_status, status, memory_order_relaxed);
    }
    if (event)
        *event = child->event;
    if (flags & WAIT_KERNEL) {
        struct weft_child *first = atomic_load_explicit(&parent->followers, memory_order_relaxed);

        // Release: pairs with the exchange at the parent's end, which comes later: this thread runs its groups.
        do
            child->next = first;
        while (!atomic_compare_exchange_weak_explicit(&parent->followers, &first, child, memory_order_release,
                                                      memory_order_relaxed));
    } else if (flags & WAIT_WORK_GROUP) {
        child->next = running->followers;
        running->followers = child;
    } else {
        release_one(child, &ready);
        submit_all(pool, &ready);
    }
}

// The kernel of a block; NULL if there is none of that number.
static const struct weft_kernel_info *
find_block(const struct weft_family *family, uint64_t block)
{
    const struct weft_program_info *info = &family->executable->info;
    const uint64_t number = block & WEFT_BLOCK_NUMBER;

    return number < info->block_count ? &info->kernels[info->kernel_count + number] : NULL;
}

static bool
set_global(struct weft_launch *launch, const struct weft_enqueued_range *range)
{
    if (range->work_dim < 1 || range->work_dim > 3)
        return false;
    launch->work_dim = range->work_dim;
    for (uint32_t d = 0; d < 3; d++) {
        bool is_used = d < range->work_dim;

        launch->global_size[d] = is_used ? range->global_size[d] : 1;
        launch->global_offset[d] = is_used ? range->offset[d] : 0;
        launch->local_size[d] = is_used ? range->local_size[d] : 1;
        if (launch->global_offset[d] + launch->global_size[d] < launch->global_offset[d])
            return false;
    }
    return true;
}

static uint64_t
max_group_items(const struct weft_kernel_info *info)
{
    uint64_t items = WEFT_MAX_WORK_GROUP_SIZE;

    while (items > 1 && info->context_bytes_per_item > WEFT_MAX_CONTEXT_BYTES / items)
        items /= 2;
    return items;
}

// False if the local size cannot be. One that is not given is chosen.
static bool
set_local(const struct weft_family *family, const struct weft_kernel_info *info, struct weft_launch *launch)
{
    uint64_t items = 1, most = max_group_items(info);

    if (!launch->local_size[0]) {
        weft_ndrange_choose_local_size(launch->local_size, launch->global_size, weft_worker_pool_size(family->pool),
                                       most, info->uniform_work_groups);
        return true;
    }
    for (uint32_t d = 0; d < 3; d++) {
        const uint64_t size = launch->local_size[d];

        if (!size || size > most || (info->uniform_work_groups && launch->global_size[d] % size))
            return false;
        items *= size;
    }
    return items <= most;
}

// Fills the child's launch. 0, or the error.
static int32_t
set_range(struct weft_child *child, const struct weft_kernel_info *info, const struct weft_enqueued_range *range)
{
    struct weft_family *family = child->parent.family;
    struct weft_ndrange *ndrange = &child->ndrange;
    struct weft_launch *launch = &ndrange->launch;

    if (!set_global(launch, range))
        return INVALID_NDRANGE;
    if (!launch->global_size[0] || !launch->global_size[1] || !launch->global_size[2])
        return 0; // nothing to run
    if (!set_local(family, info, launch) || !weft_ndrange_count_groups(ndrange))
        return INVALID_NDRANGE;
    ndrange->entry =
        family->executable->blocks[info - family->executable->info.kernels - family->executable->info.kernel_count];
    ndrange->experience = &family->executable->experiences[info - family->executable->info.kernels];
    ndrange->stack_bytes = info->stack_bytes;
    ndrange->merged_items = info->merged_items;
    child->may_enqueue = info->enqueues;
    ndrange->context_bytes = info->context_bytes_per_item * weft_ndrange_context_items(launch->local_size);
    if (ndrange->local_bytes > WEFT_LOCAL_MEMORY_BYTES || ndrange->stack_bytes > WEFT_FRAME_BYTES_MAX)
        return OUT_OF_RESOURCES;
    return 0;
}

// The block's arguments: where what it has captured is, and where its local memory begins, in the group's.
static int32_t
set_arguments(struct weft_child *child, const struct weft_kernel_info *info, unsigned char *at, const void *literal,
              size_t literal_bytes, uint32_t local_count, const uint64_t *local_sizes)
{
    const uint64_t arguments = align_up((1 + (size_t)local_count) * sizeof(uint64_t), WEFT_ARENA_ALIGN);
    uint64_t *args = (uint64_t *)(void *)at;
    uint64_t bytes = info->local_bytes;

    memcpy(at + arguments, literal, literal_bytes);
    args[0] = (uintptr_t)(at + arguments);
    for (uint32_t i = 0; i < local_count; i++) {
        if (!local_sizes[i])
            return INVALID_ARG_SIZE;
        args[1 + i] = align_up(bytes, WEFT_ARENA_ALIGN);
        bytes = local_sizes[i] > WEFT_LOCAL_MEMORY_BYTES ? UINT32_MAX : args[1 + i] + local_sizes[i];
    }
    child->ndrange.local_bytes = bytes;
    child->ndrange.launch.args = args;
    return 0;
}

// Gives the child up before anybody knows of it.
static int32_t
drop(struct weft_child *child, int32_t err)
{
    if (child->event != WEFT_NO_DEVICE_EVENT) {
        (void)weft_device_event_finish(child->event, CL_OUT_OF_RESOURCES, 0, 0);
        (void)weft_device_event_release(child->event);
    }
    free_child(child);
    return err;
}

static int32_t
enqueue_block(uint64_t queue_word, uint32_t flags, const struct weft_enqueued_range *range, uint32_t event_count,
              const uint64_t *events, uint64_t *event, uint64_t block, const void *literal, uint32_t local_count,
              const uint64_t *local_sizes)
{
    struct weft_family *family = running->parent->family;
    const struct weft_kernel_info *info = find_block(family, block);
    cl_command_queue queue;
    struct weft_child *child;
    uint32_t literal_bytes;
    size_t bytes;
    int32_t err;

    memcpy(&literal_bytes, literal, sizeof(literal_bytes));
    if (!info || info->arg_count != 1 + (uint64_t)local_count || literal_bytes > LITERAL_BYTES_MAX)
        return OUT_OF_RESOURCES;
    queue = get_queue(family, queue_word);
    if (!queue)
        return INVALID_QUEUE;
    if (!are_events(event_count, events)) {
        weft_object_unref(queue);
        return INVALID_EVENT_WAIT_LIST;
    }
    bytes = align_up((1 + (size_t)local_count) * sizeof(uint64_t), WEFT_ARENA_ALIGN) + literal_bytes;
    err = make_child(running->parent, queue, event_count, bytes, &child);
    if (err)
        return err;
    err = set_arguments(child, info, bytes_of(child, event_count), literal, literal_bytes, local_count, local_sizes);
    if (!err)
        err = set_range(child, info, range);
    if (!err && !add_event(child, event))
        err = EVENT_ALLOCATION_FAILURE;
    if (err)
        return drop(child, err);
    enqueue(child, event_count, events, event, flags);
    return 0;
}

static int32_t
enqueue_kernel(uint64_t queue, uint32_t flags, const struct weft_enqueued_range *range, uint32_t event_count,
               const uint64_t *events, uint64_t *event, uint64_t block, const void *literal, uint32_t local_count,
               const uint64_t *local_sizes)
{
    int32_t err =
        enqueue_block(queue, flags, range, event_count, events, event, block, literal, local_count, local_sizes);

    // "If the -g compile option is specified [...], the following errors may be returned instead of
    // CLK_ENQUEUE_FAILURE to indicate why".
    return err && !(block & WEFT_BLOCK_SAYS_WHY) ? ENQUEUE_FAILURE : err;
}

static int32_t
enqueue_marker(uint64_t queue_word, uint32_t event_count, const uint64_t *events, uint64_t *event)
{
    struct weft_family *family = running->parent->family;
    cl_command_queue queue = get_queue(family, queue_word);
    struct weft_child *child;
    int32_t err;

    if (!queue)
        return INVALID_QUEUE;
    if (!events || !are_events(event_count, events)) {
        weft_object_unref(queue);
        return INVALID_EVENT_WAIT_LIST;
    }
    // "event_ret must not be NULL as otherwise this is a no-op."
    if (!event) {
        weft_object_unref(queue);
        return 0;
    }
    err = make_child(running->parent, queue, event_count, 0, &child);
    if (err)
        return err;
    child->is_marker = true;
    if (!add_event(child, event))
        return drop(child, EVENT_ALLOCATION_FAILURE);
    enqueue(child, event_count, events, event, 0);
    return 0;
}

static uint32_t
query_block(uint64_t block, uint32_t query, const struct weft_enqueued_range *range)
{
    const struct weft_family *family = running->parent->family;
    const struct weft_kernel_info *info = find_block(family, block);
    struct weft_launch launch = {0};
    uint64_t items;

    if (!info)
        return 0;
    switch (query) {
    case WEFT_QUERY_WORK_GROUP_SIZE:
        return (uint32_t)max_group_items(info);
    case WEFT_QUERY_PREFERRED_MULTIPLE:
        return WEFT_PREFERRED_MULTIPLE;
    default:
        break;
    }
    if (!set_global(&launch, range) || !set_local(family, info, &launch))
        return 0;
    items = launch.local_size[0] * launch.local_size[1] * launch.local_size[2];
    if (query == WEFT_QUERY_SUB_GROUP_SIZE)
        return (uint32_t)(items < WEFT_SUB_GROUP_SIZE ? items : WEFT_SUB_GROUP_SIZE);
    return (uint32_t)((items + WEFT_SUB_GROUP_SIZE - 1) / WEFT_SUB_GROUP_SIZE);
}

static uint64_t
default_queue(void)
{
    const struct weft_family *family = running->parent->family;

    return (uintptr_t)weft_context_default_queue(family->context, family->device);
}

static uint64_t
create_user_event(void)
{
    return weft_device_event_create(true);
}

// Whoever waited for an event that ended as a kernel runs is the workers'.
static void
submit_dependents(struct weft_dependent *dependents, int32_t status)
{
    struct weft_ready ready = {0};

    release_dependents(dependents, status, &ready);
    submit_all(running->parent->family->pool, &ready);
}

static void
release_event(uint64_t event)
{
    submit_dependents(weft_device_event_release(event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

static int32_t
is_valid_event(uint64_t event)
{
    return weft_device_event_is_valid(event);
}

static void
set_user_event_status(uint64_t event, int32_t status)
{
    if (status <= CL_COMPLETE && weft_device_event_is_user(event))
        submit_dependents(weft_device_event_finish(event, status, 0, 0), status);
}

static void
capture_profiling(uint64_t event, int32_t name, void *value)
{
    if (name == PROFILING_COMMAND_EXEC_TIME && value)
        weft_device_event_capture(event, value);
}

void
weft_child_services(struct weft_services *services)
{
    services->enqueue_kernel = enqueue_kernel;
    services->enqueue_marker = enqueue_marker;
    services->query_block = query_block;
    services->default_queue = default_queue;
    services->create_user_event = create_user_event;
    services->retain_event = weft_device_event_retain;
    services->release_event = release_event;
    services->is_valid_event = is_valid_event;
    services->set_user_event_status = set_user_event_status;
    services->capture_profiling = capture_profiling;
}
