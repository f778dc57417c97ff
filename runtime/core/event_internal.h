// SPDX-License-Identifier: Apache-2.0
// What commands, queues and the event calls know of an event.
//
// Lock order: a queue's lock, then an event's lock. Dependents are told under neither; callbacks are called by a thread
// of their own (core/callbacks.h).
#ifndef WEFT_CORE_EVENT_INTERNAL_H
#define WEFT_CORE_EVENT_INTERNAL_H

#include "runtime/base/thread.h"
#include "runtime/core/event.h"

struct weft_command;

// "command waits for an event": a link in the event's list of dependents. Owned by the command.
struct weft_edge {
    struct weft_edge *next;
    struct weft_command *command;
    bool strict; // the command fails if the event does (wait lists; not markers, barriers, queue order)
};

struct weft_event_callback {
    struct weft_event_callback *next; // in order of registration; the last one's is the first
    void(CL_CALLBACK *notify)(cl_event event, cl_int status, void *data);
    void *data; // borrowed from the application
};

// By type: CL_COMPLETE, CL_RUNNING, CL_SUBMITTED.
#define WEFT_CALLBACK_TYPES 3

enum weft_event_time { WEFT_TIME_QUEUED, WEFT_TIME_SUBMIT, WEFT_TIME_START, WEFT_TIME_END, WEFT_TIME_COUNT };

struct _cl_event {
    struct weft_object base;
    cl_context context;     // borrowed from queue; retained by user events
    cl_command_queue queue; // retained; NULL for user events
    cl_command_type type;
    bool profiling;            // times are taken
    bool covers_queue;         // of a command that waits for all before it
    _Atomic cl_int status;     // CL_QUEUED..CL_COMPLETE or negative; written under lock; a user event's futex
    _Atomic uint32_t sleepers; // threads that sleep until the end; not counted for in-order queues
    uint64_t sequence;         // of the command in its in-order queue, else 0
    struct weft_mutex lock;
    struct weft_edge *dependents WEFT_GUARDED_BY(lock);                               // borrowed from their commands
    struct weft_event_callback *callbacks[WEFT_CALLBACK_TYPES] WEFT_GUARDED_BY(lock); // owned; the last of each type
    bool is_in_line WEFT_GUARDED_BY(lock); // for its callbacks, or they are being called
    cl_event next_in_line;                 // core/callbacks.c's
    cl_ulong times_ns[WEFT_TIME_COUNT];    // 0: not reached; written before the status that promises them
};

// An event with one API and one internal reference. `queue` NULL: a user event (CL_SUBMITTED). NULL if memory is
// exhausted.
cl_event weft_event_create(cl_context context, cl_command_queue queue, cl_command_type type);

static inline cl_int
weft_event_status(cl_event event)
{
    // Acquire: pairs with the store in weft_event_advance; what the command has written is seen.
    return atomic_load_explicit(&event->status, memory_order_acquire);
}

static inline bool
weft_event_is_final(cl_event event)
{
    return weft_event_status(event) <= CL_COMPLETE;
}

// Moves the status on (never back), takes the time, releases dependents, wakes sleepers, has callbacks called. False if
// the status was final already. Must hold no lock.
bool weft_event_advance(cl_event event, cl_int status);
// As above for CL_SUBMITTED under the queue's lock: returns whether weft_callbacks_start must be called when it is
// released.
bool weft_event_mark_submitted(cl_event event);
// Calls what is due, in the order of the statuses. For core/callbacks.c, by one thread at a time.
void weft_event_call_back(cl_event event);
// False if the event is final already: then nothing is linked and the edge's command is not told.
bool weft_event_add_dependent(cl_event event, struct weft_edge *edge);
WEFT_MUST_CHECK cl_int weft_event_add_callback(cl_event event, cl_int type,
                                               void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *data);
// Submits, helps and sleeps until the event is final; returns its status. Must hold no lock.
cl_int weft_event_wait(cl_event event);

#endif
