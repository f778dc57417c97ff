// SPDX-License-Identifier: Apache-2.0
// Events: one way from CL_QUEUED to an end, told to dependents, sleepers and callbacks in this order.
#include "runtime/core/event_internal.h"

#include <stdlib.h>

#include "runtime/core/command_internal.h"
#include "runtime/core/queue.h"
#include "runtime/exec/futex.h"

_Static_assert(sizeof(struct _cl_event) <= WEFT_OBJECT_SLOT_BYTES, "an event must fit its slot");

#define WAIT_SPIN_TICKS 5000u

cl_context
weft_event_context(cl_event event)
{
    return event->context;
}

static void
destroy(struct weft_object *object) WEFT_NO_ANALYSIS
{
    cl_event event = (cl_event)object;
    struct weft_event_callback *next;
    struct weft_edge *edge;

    // Only a user event can go before its end: the application gave up what others wait for. They fail.
    while ((edge = event->dependents)) {
        event->dependents = edge->next;
        weft_command_dependency_done(edge->command, CL_INVALID_EVENT);
    }
    for (struct weft_event_callback *callback = event->callbacks; callback; callback = next) {
        next = callback->next;
        free(callback);
    }
    weft_mutex_finish(&event->lock);
    if (event->queue)
        weft_object_unref(event->queue);
    else
        weft_object_unref(event->context);
}

cl_event
weft_event_create(cl_context context, cl_command_queue queue, cl_command_type type)
{
    cl_event event = weft_object_create(WEFT_OBJECT_EVENT, sizeof *event, destroy);

    if (!event)
        return NULL;
    event->context = context;
    event->queue = queue;
    event->type = type;
    weft_object_ref(queue ? (void *)queue : (void *)context);
    weft_mutex_init(&event->lock);
    if (queue && queue->flags & CL_QUEUE_PROFILING_ENABLE) {
        event->profiling = true;
        event->times_ns[WEFT_TIME_QUEUED] = weft_clock_ns();
    }
    atomic_store_explicit(&event->status, queue ? CL_QUEUED : CL_SUBMITTED, memory_order_relaxed);
    return event;
}

// A command that fails early reaches all its times at once.
static void
take_times(cl_event event, cl_int status)
{
    cl_ulong now;
    int last = status == CL_SUBMITTED ? WEFT_TIME_SUBMIT : status == CL_RUNNING ? WEFT_TIME_START : WEFT_TIME_END;

    if (!event->profiling)
        return;
    now = weft_clock_ns();
    for (int i = 0; i <= last; ++i)
        if (!event->times_ns[i])
            event->times_ns[i] = now;
}

// Calls what is due, in the order of the statuses, also when several threads move the status on at once: the first one
// calls for all.
void
weft_event_deliver(cl_event event)
{
    weft_mutex_lock(&event->lock);
    if (event->delivering) {
        weft_mutex_unlock(&event->lock);
        return;
    }
    event->delivering = true;
    for (;;) {
        cl_int status = atomic_load_explicit(&event->status, memory_order_relaxed);
        struct weft_event_callback **best = NULL;
        struct weft_event_callback *due;

        for (struct weft_event_callback **link = &event->callbacks; *link; link = &(*link)->next)
            if ((*link)->type >= status && (!best || (*link)->type > (*best)->type))
                best = link;
        if (!best)
            break;
        due = *best;
        *best = due->next;
        weft_mutex_unlock(&event->lock);
        due->notify(event, status < 0 ? status : due->type, due->data);
        free(due);
        weft_mutex_lock(&event->lock);
    }
    event->delivering = false;
    weft_mutex_unlock(&event->lock);
}

bool
weft_event_mark_submitted(cl_event event)
{
    bool due;

    weft_mutex_lock(&event->lock);
    take_times(event, CL_SUBMITTED);
    atomic_store_explicit(&event->status, CL_SUBMITTED, memory_order_release);
    due = event->callbacks != NULL;
    weft_mutex_unlock(&event->lock);
    return due;
}

bool
weft_event_advance(cl_event event, cl_int status, bool *due)
{
    struct weft_edge *dependents = NULL;

    *due = false;
    weft_mutex_lock(&event->lock);
    if (atomic_load_explicit(&event->status, memory_order_relaxed) <= CL_COMPLETE) {
        weft_mutex_unlock(&event->lock);
        return false;
    }
    take_times(event, status);
    // Sequentially consistent: before the look at sleepers below; partner of the sleeper's second look at the status.
    atomic_store_explicit(&event->status, status, memory_order_seq_cst);
    if (status <= CL_COMPLETE) {
        dependents = event->dependents;
        event->dependents = NULL;
    }
    *due = event->callbacks != NULL;
    weft_mutex_unlock(&event->lock);

    while (dependents) {
        struct weft_edge *edge = dependents;

        dependents = edge->next; // before the command, which owns the edge, is told
        weft_command_dependency_done(edge->command, edge->strict ? status : CL_COMPLETE);
    }
    if (status <= CL_COMPLETE && atomic_load_explicit(&event->sleepers, memory_order_seq_cst)) {
        if (event->queue)
            weft_queue_notify(event->queue->state);
        else
            weft_futex_wake((const _Atomic uint32_t *)&event->status, INT_MAX);
    }
    return true;
}

bool
weft_event_add_dependent(cl_event event, struct weft_edge *edge)
{
    bool added = false;

    weft_mutex_lock(&event->lock);
    if (atomic_load_explicit(&event->status, memory_order_relaxed) > CL_COMPLETE) {
        edge->next = event->dependents;
        event->dependents = edge;
        added = true;
    }
    weft_mutex_unlock(&event->lock);
    return added;
}

cl_int
weft_event_add_callback(cl_event event, cl_int type, void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *data)
{
    struct weft_event_callback *callback = malloc(sizeof *callback);
    struct weft_event_callback **link;
    bool due;

    if (!callback)
        return CL_OUT_OF_HOST_MEMORY;
    *callback = (struct weft_event_callback){.type = type, .notify = notify, .data = data};
    weft_object_ref(event); // the callback may release the event
    weft_mutex_lock(&event->lock);
    for (link = &event->callbacks; *link; link = &(*link)->next)
        ;
    *link = callback;
    due = atomic_load_explicit(&event->status, memory_order_relaxed) <= type;
    weft_mutex_unlock(&event->lock);
    if (due)
        weft_event_deliver(event);
    weft_object_unref(event);
    return CL_SUCCESS;
}

static void
sleep_until_final(cl_event event)
{
    uint64_t start = weft_ticks();
    cl_int status;

    while (weft_ticks() - start < WAIT_SPIN_TICKS) {
        if (weft_event_is_final(event))
            return;
        weft_pause();
    }
    // Sequentially consistent: before the second look at the status; partner of weft_event_advance.
    atomic_fetch_add_explicit(&event->sleepers, 1, memory_order_seq_cst);
    if (event->queue)
        weft_queue_sleep_until(event->queue, event);
    else
        while ((status = atomic_load_explicit(&event->status, memory_order_seq_cst)) > CL_COMPLETE)
            weft_futex_wait((const _Atomic uint32_t *)&event->status, (uint32_t)status);
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
        weft_queue_work_for(event->queue, event);
    if (!weft_event_is_final(event))
        sleep_until_final(event);
    status = weft_event_status(event);
    weft_object_unref(event);
    return status;
}
