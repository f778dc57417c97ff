// SPDX-License-Identifier: Apache-2.0
// Command-queues, the commands they run in order or out of order, and the events of these.
#ifndef WEFT_QUEUE_PUBLIC_H
#define WEFT_QUEUE_PUBLIC_H

#include "runtime/base/thread.h"
#include "runtime/core/object.h"
#include "runtime/exec/scheduler.h"
#include "runtime/exec/worker_pool.h"
#include "runtime/queue/callbacks.h"

struct weft_command;
struct weft_event_callback;
struct weft_queue_state; // queue/private.h: the commands of a queue and who waits for them

// Queues.

// What is in a queue on the device, which kernels enqueue to (commands/child.h).
struct weft_device_queue {
    cl_uint size;              // bytes: CL_QUEUE_SIZE
    _Atomic size_t used_bytes; // by commands that are not complete
    _Atomic bool has_overflown;
};

struct _cl_command_queue {
    struct weft_object base;
    cl_context context;                // retained
    cl_device_id device;               // retained
    cl_command_queue_properties flags; // CL_QUEUE_OUT_OF_ORDER..., CL_QUEUE_PROFILING_ENABLE
    cl_queue_properties *properties;   // owned, 0-terminated, as given to clCreateCommandQueueWithProperties; or NULL
    cl_uint property_count;
    struct weft_queue_state *state;      // owned; NULL on the device
    struct weft_device_queue *on_device; // owned; NULL for a queue of the host's
    cl_command_queue next, previous;     // borrowed: of the context, if of the host; under its lock
    bool is_listed;                      // among them; constant once the queue is made
};

// What cl_khr_priority_hints and cl_khr_throttle_hints ask for; 0: not given, which is medium.
struct weft_queue_hints {
    cl_queue_priority_khr priority;
    cl_queue_throttle_khr throttle;
};

// The properties (NULL or 0-terminated) are valid, and copied. CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_queue_create(cl_context context, cl_device_id device, cl_command_queue_properties flags,
                                         const cl_queue_properties *properties, struct weft_queue_hints hints,
                                         cl_command_queue *queue);
#define WEFT_DEVICE_QUEUE_BYTES (16u << 20)    // CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE
#define WEFT_DEVICE_QUEUE_BYTES_MAX (1u << 30) // CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE

// A queue on the device of so many bytes; the same.
WEFT_MUST_CHECK cl_int weft_queue_create_on_device(cl_context context, cl_device_id device,
                                                   cl_command_queue_properties flags,
                                                   const cl_queue_properties *properties, cl_uint size,
                                                   cl_command_queue *queue);
// Submits what has been recorded: workers begin it. Must hold no lock.
cl_int weft_queue_flush(cl_command_queue queue);
// Submits, works for the queue and sleeps until all that was recorded before is complete. CL_OUT_OF_RESOURCES if a fork
// has left the threads behind that ran it. Must hold no lock.
cl_int weft_queue_finish(cl_command_queue queue);
// The same for all queues that the context has. CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_queue_finish_all(cl_context context);

// Events.

// "command waits for an event": a link in the event's list of dependents. Owned by the command.
struct weft_edge {
    struct weft_edge *next;
    struct weft_command *command;
    bool strict; // the command fails if the event does (wait lists; not markers, barriers, queue order)
};

// By type: CL_COMPLETE, CL_RUNNING, CL_SUBMITTED.
#define WEFT_CALLBACK_TYPES 3

enum weft_event_time {
    WEFT_TIME_QUEUED,
    WEFT_TIME_SUBMIT,
    WEFT_TIME_START,
    WEFT_TIME_END,
    WEFT_TIME_COMPLETE, // with all that a kernel has enqueued
    WEFT_TIME_COUNT
};

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
    struct weft_callbacks_due due;         // its place in that line, which holds a reference
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

// Moves the status on (never back), takes the time, releases dependents, wakes sleepers, has callbacks called. False if
// the status was final already. Must hold no lock.
bool weft_event_advance(cl_event event, cl_int status);
// Has the callback called by the thread of queue/callbacks.h when the status of this type is reached.
// CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_event_add_callback(cl_event event, cl_int type,
                                               void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *data);
// Submits, works for the queue and sleeps until the event is final; returns its status. Must hold no lock.
cl_int weft_event_wait(cl_event event);

// Commands.

#define WEFT_OWN_EDGES 2u
#define WEFT_COMMAND_ALIGN 128u // of the command and, by offset, of its payload's arguments

struct weft_command_ops {
    // Does the work on some thread once all dependencies are complete; returns CL_SUCCESS or the (negative) error the
    // event gets, or WEFT_LEFT when others are at it: then the command is theirs, and the last of them calls
    // weft_command_end. Never called concurrently for one command.
    cl_int (*run)(struct weft_command *command);
    // Releases what the command's payload retained; after completion or when it is dropped before being enqueued.
    void (*release)(struct weft_command *command);
};

// A command on its way from clEnqueue* to completion. Whoever makes it sets expected_ticks and what is behind it; the
// rest is the queue's.
struct weft_command {
    const struct weft_command_ops *ops; // borrowed, static
    cl_command_queue queue;             // borrowed; the queue is retained while it has outstanding commands
    cl_event event;                     // retained or NULL
    struct weft_command *next;          // in whichever list the command stands
    struct weft_command *previous;      // in ready and offered
    struct weft_command *older, *newer; // out-of-order: what later markers and barriers wait for
    uint64_t sequence;                  // in-order: place in the queue, from 1
    cl_command_type type;
    uint64_t expected_ticks; // by weft_ticks, how long it takes, as far as one can tell
    _Atomic uint32_t pending;
    _Atomic cl_int dependency_status; // an error of an event in the wait list, else CL_COMPLETE
    unsigned char place;              // enum weft_command_place; under the queue's lock
    bool recycled;                    // a block of the queue
    bool waits_for_all;               // marker or barrier without wait list
    bool blocks_later;                // barrier
    bool remembered;                  // in the list by older/newer; under the queue's lock
    bool has_task;                    // the pool holds a pointer to `task`; under the queue's lock
    bool is_done;                     // to be freed by the task; under the queue's lock
    struct weft_task task;
    unsigned edge_count;
    struct weft_edge *edges; // owned unless own_edges
    struct weft_edge own_edges[WEFT_OWN_EDGES];
};

// How an enqueue waits and reports; wait_list is valid.
struct weft_wait {
    cl_uint count;
    const cl_event *list; // borrowed from the application
    cl_bool blocking;
    cl_event *event; // may be NULL
};

// A command for `queue` of `bytes` bytes in all: struct weft_command first, the caller's payload behind (embed it
// as first member). Zeroed payload. CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_command_create(cl_command_queue queue, cl_command_type type, size_t bytes,
                                           const struct weft_command_ops *ops, struct weft_command **command);
// Drops a command that was not enqueued.
void weft_command_drop(struct weft_command *command);
// Consumes the command on success and on failure. The wait list is already validated (weft_validate_wait_list).
// `blocking` submits, works for the queue and waits; then an error of the command or of its wait list is returned
// (CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST). `event` (may be NULL) gets a new application reference.
WEFT_MUST_CHECK cl_int weft_command_enqueue(struct weft_command *command, cl_uint wait_count, const cl_event *wait_list,
                                            cl_bool blocking, cl_event *event);
// For run(): begins the range that is the rest of the command's work, as its queue asks for.
WEFT_MUST_CHECK cl_int weft_command_start_range(struct weft_command *command, struct weft_range *range);
// What run() returned WEFT_LEFT for is done, with CL_SUCCESS or an error: completes the command, and sees to it that
// its queue goes on. Must hold no lock.
void weft_command_end(struct weft_command *command, cl_int status);

// The command's own work has ended, though others may be at what it has enqueued: CL_PROFILING_COMMAND_END.
void weft_command_note_end(struct weft_command *command);

// Markers, barriers and launches of nothing: no work, nothing to release.
extern const struct weft_command_ops weft_fence_ops;

// Sets what a marker or barrier is; before it is enqueued.
static inline void
weft_command_set_fence(struct weft_command *command, bool waits_for_all, bool blocks_later)
{
    command->waits_for_all = waits_for_all;
    command->blocks_later = blocks_later;
}

// Native kernels in which the calling thread is: there it must not wait for others.
extern _Thread_local unsigned weft_native_kernels_inside;

#endif
