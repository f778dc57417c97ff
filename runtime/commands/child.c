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
    while (children) {
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
    release_all(atomic_exchange_explicit(&child->parent.followers, NULL, memory_order_acq_rel), ready);
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
    release_all(atomic_exchange_explicit(&parent->followers, NULL, memory_order_acq_rel), &ready);
    run_ready(family->pool, &ready);
    if (atomic_fetch_sub_explicit(&family->kin.left, 1, memory_order_acq_rel) != 1)
        return false;
    *status = atomic_load_explicit(&family->kin.status, memory_order_relaxed);
    return true;
}

struct weft_parent *
weft_child_parent(void)
{
    return running->parent;
}

static size_t
align_up(size_t bytes, size_t alignment)
{
    return (bytes + alignment - 1) & ~(alignment - 1);
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

int32_t
weft_child_create(cl_command_queue queue, uint32_t event_count, size_t bytes, struct weft_child **result)
{
    size_t dependents = event_count * sizeof(struct weft_dependent);
    size_t whole = align_up(sizeof(struct weft_child) + dependents, WEFT_ARENA_ALIGN) + bytes;
    struct weft_parent *parent = running->parent;
    struct weft_child *child;

    if (!take_bytes(queue, whole)) {
        weft_object_unref(queue);
        return WEFT_CLK_DEVICE_QUEUE_FULL;
    }
    child = aligned_alloc(WEFT_ARENA_ALIGN, align_up(whole, WEFT_ARENA_ALIGN));
    if (!child) {
        atomic_fetch_sub_explicit(&queue->on_device->used_bytes, whole, memory_order_relaxed);
        weft_object_unref(queue);
        return WEFT_CLK_OUT_OF_RESOURCES;
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
    child->bytes = (unsigned char *)child + align_up(sizeof(*child) + dependents, WEFT_ARENA_ALIGN);
    *result = child;
    return 0;
}

static struct weft_dependent *
dependents_of(struct weft_child *child)
{
    return (struct weft_dependent *)(void *)(child + 1);
}

bool
weft_child_add_event(struct weft_child *child)
{
    child->event = weft_device_event_create(false);
    if (child->event == WEFT_NO_DEVICE_EVENT)
        return false;
    child->kin = (struct weft_kin){.upper = child->upper, .complete = complete_child};
    atomic_init(&child->kin.left, 1);
    child->parent.kin = &child->kin;
    return true;
}

void
weft_child_enqueue(struct weft_child *child, uint32_t event_count, const uint64_t *events, uint64_t *event,
                   uint32_t flags)
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
    if (flags & WEFT_CLK_WAIT_KERNEL) {
        struct weft_child *first = atomic_load_explicit(&parent->followers, memory_order_relaxed);

        // Release: pairs with the exchange at the parent's end, which comes later: this thread runs its groups.
        do
            child->next = first;
        while (!atomic_compare_exchange_weak_explicit(&parent->followers, &first, child, memory_order_release,
                                                      memory_order_relaxed));
    } else if (flags & WEFT_CLK_WAIT_WORK_GROUP) {
        child->next = running->followers;
        running->followers = child;
    } else {
        release_one(child, &ready);
        submit_all(pool, &ready);
    }
}

void
weft_child_drop(struct weft_child *child)
{
    if (child->event != WEFT_NO_DEVICE_EVENT) {
        (void)weft_device_event_finish(child->event, CL_OUT_OF_RESOURCES, 0, 0);
        (void)weft_device_event_release(child->event);
    }
    free_child(child);
}

void
weft_child_event_ended(struct weft_dependent *dependents, int32_t status)
{
    struct weft_ready ready = {0};

    release_dependents(dependents, status, &ready);
    submit_all(running->parent->family->pool, &ready);
}
