// SPDX-License-Identifier: Apache-2.0
// Events: one way from CL_QUEUED to an end, told to dependents, sleepers and callbacks in this order.
#include <stdlib.h>

#include "runtime/queue/private.h"

struct weft_event_callback {
    struct weft_event_callback *next; // in order of registration; the last one's is the first
    void(CL_CALLBACK *notify)(cl_event event, cl_int status, void *data);
    void *data; // borrowed from the application
};

_Static_assert(sizeof(struct _cl_event) <= WEFT_OBJECT_SLOT_BYTES, "an event must fit its slot");

// The first callback of the type, which has one.
static struct weft_event_callback *
take_callback(cl_event event, int type) WEFT_REQUIRES(event->lock)
{
    struct weft_event_callback *last = event->callbacks[type];
    struct weft_event_callback *first = last->next;

    if (first == last)
        event->callbacks[type] = NULL;
    else
        last->next = first->next;
    return first;
}

static void
destroy(struct weft_object *object) WEFT_NO_ANALYSIS
{
    cl_event event = (cl_event)object;
    struct weft_edge *edge;

    // Only a user event can go before its end: the application gave up what others wait for. They fail.
    while ((edge = event->dependents)) {
        event->dependents = edge->next;
        weft_command_dependency_done(edge->command, CL_INVALID_EVENT);
    }
    for (int type = 0; type < WEFT_CALLBACK_TYPES; type++)
        while (event->callbacks[type])
            free(take_callback(event, type));
    if (event->queue)
        weft_object_unref(event->queue);
    else
        weft_object_unref(event->context);
}

cl_event
weft_event_create(cl_context context, cl_command_queue queue, cl_command_type type)
{
    cl_event event = weft_object_create(WEFT_OBJECT_EVENT, sizeof(*event), destroy);

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
    int last = status == CL_SUBMITTED ? WEFT_TIME_SUBMIT : status == CL_RUNNING ? WEFT_TIME_START : WEFT_TIME_COMPLETE;

    if (!event->profiling)
        return;
    now = weft_clock_ns();
    for (int i = 0; i <= last; i++)
        if (!event->times_ns[i])
            event->times_ns[i] = now;
}

// The type whose turn it is to have a callback called, or -1: what is reached first comes first.
static int
due_type(cl_event event) WEFT_REQUIRES(event->lock)
{
    cl_int status = atomic_load_explicit(&event->status, memory_order_relaxed);

    for (int type = CL_SUBMITTED; type >= CL_COMPLETE && type >= status; type--)
        if (event->callbacks[type])
            return type;
    return -1;
}

// Calls what is due, in the order of the statuses. For the thread of queue/callbacks.h, by one at a time.
static void
call_back(struct weft_callbacks_due *due)
{
    cl_event event = (cl_event)(void *)((char *)due - offsetof(struct _cl_event, due));
    int type;

    weft_mutex_lock(&event->lock);
    while ((type = due_type(event)) >= 0) {
        struct weft_event_callback *callback = take_callback(event, type);
        cl_int status = atomic_load_explicit(&event->status, memory_order_relaxed);

        weft_mutex_unlock(&event->lock);
        callback->notify(event, status < 0 ? status : type, callback->data);
        free(callback);
        weft_mutex_lock(&event->lock);
    }
    event->is_in_line = false;
    weft_mutex_unlock(&event->lock);
    weft_object_unref(event);
}

// Puts the event in line if a callback is due. Returns whether weft_callbacks_start must be called then.
static bool
get_in_line(cl_event event) WEFT_REQUIRES(event->lock)
{
    if (event->is_in_line || due_type(event) < 0)
        return false;
    event->is_in_line = true;
    event->due.call = call_back;
    weft_object_ref(event);
    weft_callbacks_add(&event->due);
    return true;
}

bool
weft_event_mark_submitted(cl_event event)
{
    bool is_due;

    weft_mutex_lock(&event->lock);
    take_times(event, CL_SUBMITTED);
    atomic_store_explicit(&event->status, CL_SUBMITTED, memory_order_release);
    is_due = get_in_line(event);
    weft_mutex_unlock(&event->lock);
    return is_due;
}

bool
weft_event_advance(cl_event event, cl_int status)
{
    struct weft_edge *dependents = NULL;
    bool is_due;

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
    is_due = get_in_line(event);
    weft_mutex_unlock(&event->lock);

    while (dependents) {
        struct weft_edge *edge = dependents;

        dependents = edge->next; // before the command, which owns the edge, is told
        weft_command_dependency_done(edge->command, edge->strict ? status : CL_COMPLETE);
    }
    if (status <= CL_COMPLETE && atomic_load_explicit(&event->sleepers, memory_order_seq_cst)) {
        if (event->queue)
            weft_queue_tell_final(event->queue, event);
        else
            weft_futex_wake((const _Atomic uint32_t *)&event->status, INT_MAX);
    }
    if (is_due)
        weft_callbacks_start();
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
    struct weft_event_callback *callback = malloc(sizeof(*callback));
    struct weft_event_callback *last;
    bool is_due;

    if (!callback)
        return CL_OUT_OF_HOST_MEMORY;
    *callback = (struct weft_event_callback){.next = callback, .notify = notify, .data = data};
    weft_object_ref(event); // the callback may release the event
    weft_mutex_lock(&event->lock);
    last = event->callbacks[type];
    if (last) {
        callback->next = last->next;
        last->next = callback;
    }
    event->callbacks[type] = callback;
    is_due = get_in_line(event);
    weft_mutex_unlock(&event->lock);
    if (is_due)
        weft_callbacks_start();
    weft_object_unref(event);
    return CL_SUCCESS;
}
