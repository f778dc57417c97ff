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

#define WORTH_TICKS 20000u // what others are called for
#define LOOK_TICKS 100000u // how long a thread runs children before it looks whether it has better to do
#define SAMPLED 16u        // one of so many children is measured
#define SPARE_BYTES 1024u  // of children whose memory is used again
#define SPARE_BATCH 64u    // what a thread takes at a time
#define MOST_OWN_SPARE 256u
#define MOST_SPARE 4096u

// What the calling thread runs groups of, if that may enqueue.
struct running {
    struct weft_parent *parent;
    struct weft_child *followers; // that wait for the groups' end
    struct weft_ready kept;
};
static _Thread_local struct running *running;

// Memory of children for others to come.
struct spare {
    struct weft_child *first; // owned
    struct weft_child *last;
    unsigned count;
};
static struct weft_mutex spare_lock = WEFT_MUTEX_INITIALIZER;
static struct spare all_spare WEFT_GUARDED_BY(spare_lock); // what no thread has

// What the calling thread keeps of children that have ended, for those it makes, while it runs children or what
// enqueues them: so most change nothing that all threads share.
struct stock {
    struct spare memory;
    struct weft_family *family; // that the rest is of; NULL: none
    uint32_t places;            // in its count of what is left, at least one
    size_t queue_bytes;         // of the queue that the family keeps
};
static _Thread_local struct stock *stock; // borrowed from the thread's stack

static void
push(struct weft_ready *ready, struct weft_child *child)
{
    child->next = ready->first;
    ready->first = child;
    ready->count++;
    ready->ticks += child->ticks;
}

static struct weft_child *
pop(struct weft_ready *ready)
{
    struct weft_child *child = ready->first;

    if (child) {
        ready->first = child->next;
        ready->count--;
        ready->ticks -= child->ticks;
    }
    return child;
}

// Takes the older half, or all of one.
static struct weft_ready
take_older(struct weft_ready *ready)
{
    struct weft_ready older = {0};
    struct weft_child **at = &ready->first;

    for (uint64_t i = 0; i < ready->count / 2; i++)
        at = &(*at)->next;
    older.first = *at;
    *at = NULL;
    for (const struct weft_child *child = older.first; child; child = child->next) {
        older.count++;
        older.ticks += child->ticks;
    }
    ready->count -= older.count;
    ready->ticks -= older.ticks;
    return older;
}

// Gives all of them to the pool, as one task.
static void
submit(struct weft_worker_pool *pool, struct weft_ready children)
{
    struct weft_child *first = pop(&children);

    if (!first)
        return;
    first->rest = children;
    weft_worker_pool_submit(pool, &first->task);
}

// Calls an idle worker for some of them, if they are worth it.
static void
share(struct weft_worker_pool *pool, struct weft_ready *ready)
{
    if (ready->ticks >= WORTH_TICKS && weft_worker_pool_has_idle(pool))
        submit(pool, take_older(ready));
}

// The same for a thread that has run some of them since `start`, which is set anew when it calls: they may take longer
// than is known.
static void
share_rest(struct weft_worker_pool *pool, struct weft_ready *ready, uint64_t *start)
{
    uint64_t now;

    if (!ready->first || !weft_worker_pool_has_idle(pool))
        return;
    now = weft_ticks();
    if (ready->ticks < WORTH_TICKS && now - *start < WORTH_TICKS)
        return;
    *start = now;
    submit(pool, take_older(ready));
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

// So many that count there are complete. Whoever sees the last one off goes on upwards.
static void
leave(struct weft_kin *kin, uint32_t count, struct weft_ready *ready)
{
    while (kin && atomic_fetch_sub_explicit(&kin->left, count, memory_order_acq_rel) == count) {
        struct weft_kin *upper = kin->upper;

        if (upper)
            note_error(upper, atomic_load_explicit(&kin->status, memory_order_relaxed));
        kin->complete(kin, ready);
        kin = upper;
        count = 1;
    }
}

static cl_command_queue
queue_of(const struct weft_family *family)
{
    return atomic_load_explicit(&family->queue, memory_order_relaxed);
}

// The place of a child that has ended, if it counted in a family.
static bool
keep_place(struct weft_family *family, const struct weft_kin *kin)
{
    if (kin != &family->kin || (stock->family && stock->family != family))
        return false;
    stock->family = family;
    stock->places++;
    return true;
}

// The last one is not taken: with it the family would be gone.
static bool
take_place(const struct weft_family *family, const struct weft_kin *kin)
{
    if (kin != &family->kin || stock->family != family || stock->places == 1)
        return false;
    stock->places--;
    return true;
}

// All workers together keep at most a quarter of a queue.
static bool
keep_queue_bytes(const struct weft_child *child)
{
    const struct weft_family *family = child->parent.family;
    size_t bytes;

    if (!stock || stock->family != family || child->queue != queue_of(family))
        return false;
    bytes = stock->queue_bytes + child->queue_bytes;
    if (bytes * weft_worker_pool_size(family->pool) > child->queue->on_device->size / 4)
        return false;
    stock->queue_bytes = bytes;
    return true;
}

static bool
take_queue_bytes(const struct weft_family *family, cl_command_queue queue, size_t bytes)
{
    if (stock->family != family || queue != queue_of(family) || stock->queue_bytes < bytes)
        return false;
    stock->queue_bytes -= bytes;
    return true;
}

static void
give_queue_bytes(void)
{
    if (stock->queue_bytes)
        atomic_fetch_sub_explicit(&queue_of(stock->family)->on_device->used_bytes, stock->queue_bytes,
                                  memory_order_relaxed);
    stock->queue_bytes = 0;
}

// The family may be complete by that, and gone.
static void
give_places(struct weft_ready *ready)
{
    struct weft_family *family = stock->family;
    uint32_t places = stock->places;

    if (!family)
        return;
    give_queue_bytes();
    stock->family = NULL;
    stock->places = 0;
    leave(&family->kin, places, ready);
}

static size_t
align_up(size_t bytes)
{
    return (bytes + WEFT_ARENA_ALIGN - 1) & ~(size_t)(WEFT_ARENA_ALIGN - 1);
}

static struct weft_child *
pop_spare(struct spare *from)
{
    struct weft_child *child = from->first;

    if (child) {
        from->first = child->next;
        from->count--;
    }
    return child;
}

static void
push_spare(struct spare *to, struct weft_child *child)
{
    if (!to->first)
        to->last = child;
    child->next = to->first;
    to->first = child;
    to->count++;
}

static void
free_spare(struct spare *all)
{
    struct weft_child *child;

    while ((child = pop_spare(all)))
        free(child);
}

static void
take_spare(struct spare *to)
{
    struct weft_child *child;

    // In the child of a fork another thread's half-done change is given up.
    if (weft_mutex_lock(&spare_lock))
        all_spare = (struct spare){0};
    while (to->count < SPARE_BATCH && (child = pop_spare(&all_spare)))
        push_spare(to, child);
    weft_mutex_unlock(&spare_lock);
}

// The thread goes on to other things.
static void
give_spare(struct spare *own)
{
    if (!own->first)
        return;
    if (weft_mutex_lock(&spare_lock))
        all_spare = (struct spare){0};
    if (all_spare.count + own->count <= MOST_SPARE) {
        own->last->next = all_spare.first;
        if (!all_spare.first)
            all_spare.last = own->last;
        all_spare.first = own->first;
        all_spare.count += own->count;
        *own = (struct spare){0};
    }
    weft_mutex_unlock(&spare_lock);
    free_spare(own);
}

void
weft_children_shutdown(void) WEFT_NO_ANALYSIS // no other thread is left
{
    free_spare(&all_spare);
}

static struct weft_child *
allocate_child(size_t bytes)
{
    struct weft_child *child = NULL;

    if (bytes > SPARE_BYTES)
        return aligned_alloc(WEFT_ARENA_ALIGN, align_up(bytes));
    if (!stock->memory.first)
        take_spare(&stock->memory);
    child = pop_spare(&stock->memory);
    return child ? child : aligned_alloc(WEFT_ARENA_ALIGN, SPARE_BYTES);
}

static void
free_child(struct weft_child *child)
{
    weft_complaint_finish(&child->ndrange.complaint);
    if (!keep_queue_bytes(child))
        atomic_fetch_sub_explicit(&child->queue->on_device->used_bytes, child->queue_bytes, memory_order_relaxed);
    weft_family_return_queue(child->parent.family, child->queue);
    if (!stock || !child->is_spare_size) {
        free(child);
        return;
    }
    push_spare(&stock->memory, child);
    if (stock->memory.count >= MOST_OWN_SPARE)
        give_spare(&stock->memory);
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

// The child's own groups have run, or it has nothing to run, or cannot. Where it is to leave.
static struct weft_kin *
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
    // Acquire and release: the list's children happen after the groups. Nobody follows who enqueues nothing.
    if (child->may_enqueue)
        release_all(atomic_exchange_explicit(&child->parent.followers, NULL, memory_order_acq_rel), ready);
    if (kin == upper)
        free_child(child);
    return kin;
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
    leave(end_child(child, CL_SUCCESS, &ready), 1, &ready);
    run_ready(pool, &ready);
}

static void
run_child(struct weft_child *child, struct weft_ready *ready)
{
    static _Thread_local unsigned runs;
    struct weft_range *range = &child->ndrange.range;
    struct weft_family *family = child->parent.family;
    const struct weft_range *first = family->range;
    struct weft_kin *kin;
    cl_int status = CL_SUCCESS;

    if (stock->family != family)
        give_places(ready); // whose end may be what this child waits for
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
        range->is_sample = ++runs % SAMPLED == 0;
        if (child->may_enqueue)
            range->run = run_watched;
        if (status == CL_SUCCESS)
            status = weft_range_start(family->pool, range);
        if (status == WEFT_LEFT)
            return;
        if (status == CL_SUCCESS)
            weft_ndrange_remember(&child->ndrange);
    }
    kin = end_child(child, status, ready);
    if (!keep_place(family, kin))
        leave(kin, 1, ready);
}

// What has waited for longer comes first; and who is no worker waits for something, which may have come.
static bool
must_leave(const struct weft_worker_pool *pool, uint64_t start)
{
    return (weft_on_worker() ? weft_worker_pool_tasks_wait(pool) : weft_worker_pool_is_running(pool)) &&
           weft_ticks() - start > LOOK_TICKS;
}

// A child may be the last of its family, which is gone then: nothing is looked at but what is still ready.
static void
run_ready(struct weft_worker_pool *pool, struct weft_ready *ready)
{
    struct stock own = {0}, *before = stock;
    uint64_t start, shared;
    struct weft_child *child;

    if (!ready->first)
        return;
    start = shared = weft_ticks();
    if (!before)
        stock = &own;
    do {
        while ((child = pop(ready))) {
            share_rest(pool, ready, &shared);
            run_child(child, ready);
            if (ready->first && must_leave(pool, start)) {
                submit(pool, *ready);
                *ready = (struct weft_ready){0};
            }
        }
        give_places(ready);
    } while (ready->first);
    stock = before;
    give_spare(&own.memory);
}

static void
run_task(struct weft_task *task)
{
    struct weft_child *child = (struct weft_child *)(void *)((char *)task - offsetof(struct weft_child, task));
    struct weft_worker_pool *pool = child->parent.family->pool;
    struct weft_ready ready = child->rest;

    push(&ready, child);
    run_ready(pool, &ready);
}

// The child waits for the parent's end, as one of the things that it waits for.
static void
follow(struct weft_parent *parent, struct weft_child *child)
{
    struct weft_child *first = atomic_load_explicit(&parent->followers, memory_order_relaxed);

    // Release: pairs with the exchange at the parent's end, which comes later: this thread runs its groups.
    do
        child->next = first;
    while (!atomic_compare_exchange_weak_explicit(&parent->followers, &first, child, memory_order_release,
                                                  memory_order_relaxed));
}

// Groups of a parent: whose children these are that its kernel enqueues.
static void
run_watched(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    struct weft_parent *parent = weft_ndrange_of_range(range)->parent;
    struct running own = {.parent = parent}, *before = running;
    struct stock new_stock = {0}, *stock_before = stock;
    struct weft_child *child;

    running = &own;
    if (!stock)
        stock = &new_stock;
    weft_ndrange_run(range, arena, begin, end);
    running = before;
    stock = stock_before;
    give_spare(&new_stock.memory);
    release_all(own.followers, &own.kept);
    share(parent->family->pool, &own.kept);
    // The rest is for who ends the parent.
    while ((child = pop(&own.kept))) {
        atomic_store_explicit(&child->pending, 1, memory_order_relaxed);
        follow(parent, child);
    }
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
    ndrange->launch.default_queue = (uintptr_t)weft_context_default_queue(family->context, family->device);
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

void
weft_family_finish(struct weft_family *family)
{
    weft_object_unref(atomic_load_explicit(&family->queue, memory_order_acquire));
}

cl_command_queue
weft_family_get_queue(struct weft_family *family, uint64_t word)
{
    cl_command_queue queue = (cl_command_queue)(uintptr_t)word, none = NULL;

    // Acquire: pairs with the exchange by whoever found it.
    if (queue && queue == atomic_load_explicit(&family->queue, memory_order_acquire))
        return queue;
    if (!weft_object_try_ref(queue, WEFT_OBJECT_QUEUE))
        return NULL;
    if (!queue->on_device || queue->context != family->context) {
        weft_object_unref(queue);
        return NULL;
    }
    // The family keeps the first one, so that most children need no reference.
    if (atomic_compare_exchange_strong_explicit(&family->queue, &none, queue, memory_order_acq_rel,
                                                memory_order_acquire))
        return queue;
    if (none == queue)
        weft_object_unref(queue);
    return queue;
}

void
weft_family_return_queue(struct weft_family *family, cl_command_queue queue)
{
    if (queue != queue_of(family))
        weft_object_unref(queue);
}

struct weft_parent *
weft_child_parent(void)
{
    return running ? running->parent : NULL;
}

static bool
take_bytes(const struct weft_family *family, cl_command_queue queue, size_t bytes)
{
    struct weft_device_queue *state = queue->on_device;
    size_t used;

    if (take_queue_bytes(family, queue, bytes))
        return true;
    give_queue_bytes();
    used = atomic_fetch_add_explicit(&state->used_bytes, bytes, memory_order_relaxed);
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
    size_t whole = align_up(sizeof(struct weft_child) + dependents) + bytes;
    struct weft_parent *parent = running->parent;
    struct weft_child *child;

    if (!take_bytes(parent->family, queue, whole)) {
        // The kernel may try until there is room.
        submit(parent->family->pool, running->kept);
        running->kept = (struct weft_ready){0};
        weft_family_return_queue(parent->family, queue);
        return WEFT_CLK_DEVICE_QUEUE_FULL;
    }
    child = allocate_child(whole);
    if (!child) {
        atomic_fetch_sub_explicit(&queue->on_device->used_bytes, whole, memory_order_relaxed);
        weft_family_return_queue(parent->family, queue);
        return WEFT_CLK_OUT_OF_RESOURCES;
    }
    memset(child, 0, sizeof(*child) + dependents);
    child->task.run = run_task;
    child->queue = queue;
    child->queue_bytes = whole;
    child->is_spare_size = whole <= SPARE_BYTES;
    child->event = WEFT_NO_DEVICE_EVENT;
    child->upper = parent->kin;
    child->parent.family = parent->family;
    child->parent.kin = parent->kin;
    child->ndrange.parent = &child->parent;
    atomic_init(&child->pending, 1);
    child->bytes = (unsigned char *)child + align_up(sizeof(*child) + dependents);
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
    struct weft_parent *parent = running->parent;
    struct weft_worker_pool *pool = parent->family->pool;

    // Relaxed: the parent itself is counted, so that this cannot be the first. So it is with what the child waits for.
    if (!take_place(parent->family, child->upper))
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
        follow(parent, child);
    } else if (flags & WEFT_CLK_WAIT_WORK_GROUP) {
        child->next = running->followers;
        running->followers = child;
    } else {
        release_one(child, &running->kept);
        share(pool, &running->kept);
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
    if (!dependents) // nor is there a parent, perhaps
        return;
    release_dependents(dependents, status, &running->kept);
    share(running->parent->family->pool, &running->kept);
}
