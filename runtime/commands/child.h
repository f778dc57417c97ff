// SPDX-License-Identifier: Apache-2.0
// Kernels that kernels enqueue: children. A child is a range of work-groups like a launch of the host's, and runs in
// the same pool; it belongs to no queue's list, as nobody waits for it but its events and its parent.
//
// "A parent kernel's execution status is considered to be complete when it and all its child kernels have finished
// execution." Who counts what is not complete is a struct weft_kin: the launch of the host, and each child that has an
// event, for only of these somebody can see the end. Children without an event, and theirs, count where their parent
// does. So a child that enqueues a last one and ends leaves nothing behind, however many follow.
//
// What becomes ready is kept by the thread that makes it so, the newest first, and run when what the thread runs has
// ended: one after the other, not within one another. Where that is worth it, an idle worker is given the older half,
// which it treats in the same way. So few know of many small children, and many of few large ones.
#ifndef WEFT_COMMANDS_CHILD_H
#define WEFT_COMMANDS_CHILD_H

#include "runtime/core/object.h"
#include "runtime/exec/ndrange.h"
#include "runtime/exec/worker_pool.h"
#include "runtime/program/public.h"

struct weft_child;
struct weft_dependent; // commands/device_event.h

// Children that are ready to run, the newest first.
struct weft_ready {
    struct weft_child *first;
    uint64_t count;
    uint64_t ticks; // what they take, as far as is known
};

struct weft_kin {
    _Atomic uint32_t left;  // itself, and children that are not complete
    _Atomic int32_t status; // CL_SUCCESS, or the first error
    struct weft_kin *upper; // where it counts itself; NULL: a launch of the host's
    void (*complete)(struct weft_kin *kin, struct weft_ready *ready); // may free it
};

// A launch of the host's whose kernel may enqueue others.
struct weft_family {
    struct weft_kin kin;
    cl_context context;                 // borrowed, as the next four, from the launch
    cl_device_id device;                // the queue's
    struct weft_executable *executable; // whose blocks they are
    const struct weft_range *range;     // of the launch: whose work the children are
    struct weft_worker_pool *pool;      // borrowed from the device
    _Atomic(cl_command_queue) queue;    // retained: the first that a child was enqueued to
};

// What runs and may enqueue: a launch of the host's or a child. In weft_ndrange.parent.
struct weft_parent {
    struct weft_family *family;             // borrowed
    struct weft_kin *kin;                   // where its children count
    _Atomic(struct weft_child *) followers; // that wait for its end
};

// After the launch has ended, with all its children.
void weft_family_finish(struct weft_family *family);
// A queue on the device, of the family's context, that a word of its kernels' names; NULL: it is none. Given back by
// weft_family_return_queue, or by the child that takes it over.
cl_command_queue weft_family_get_queue(struct weft_family *family, uint64_t word);
void weft_family_return_queue(struct weft_family *family, cl_command_queue queue);
// A launch is about to run: `complete` is called when it and all its children are complete, unless
// weft_family_ended has said so.
void weft_family_begin(struct weft_family *family, struct weft_parent *parent, struct weft_ndrange *ndrange,
                       void (*complete)(struct weft_kin *kin, struct weft_ready *ready));
// The launch's own groups have run. Runs children. True if all are complete: *status is the outcome of all, and
// `complete` is not called.
bool weft_family_ended(struct weft_family *family, struct weft_parent *parent, cl_int *status);

void weft_children_shutdown(void); // at unload: frees what is kept for children to come

// Results of OpenCL C, and flags of enqueue_kernel.
enum {
    WEFT_CLK_ENQUEUE_FAILURE = -101,
    WEFT_CLK_INVALID_QUEUE = -102,
    WEFT_CLK_INVALID_NDRANGE = -160,
    WEFT_CLK_INVALID_EVENT_WAIT_LIST = -57,
    WEFT_CLK_DEVICE_QUEUE_FULL = -161,
    WEFT_CLK_INVALID_ARG_SIZE = -51,
    WEFT_CLK_EVENT_ALLOCATION_FAILURE = -100,
    WEFT_CLK_OUT_OF_RESOURCES = -5,
};
enum { WEFT_CLK_WAIT_KERNEL = 1, WEFT_CLK_WAIT_WORK_GROUP = 2 };

#define WEFT_CHILD_TICKS_MAX 1000000000u
#define WEFT_CHILD_TICKS_UNKNOWN 20000u // what counts where nothing is known

struct weft_child {
    struct weft_task task;
    struct weft_child *next; // in the list it is in
    struct weft_ready rest;  // of a task: what its thread has to run after it
    uint64_t ticks;          // what it takes, as far as is known: at most WEFT_CHILD_TICKS_MAX
    struct weft_kin kin;     // where its children count, if it has an event
    struct weft_parent parent;
    struct weft_kin *upper;            // where it counts itself
    _Atomic uint32_t pending;          // what it waits for, and its enqueuing
    _Atomic int32_t dependency_status; // CL_SUCCESS, or an error of an event in its wait list
    bool is_spare_size;                // its memory may be another child's
    uint64_t event;                    // or WEFT_NO_DEVICE_EVENT
    uint64_t start_ns, execution_ns;   // if it has an event
    cl_command_queue queue;            // retained, unless it is the family's
    size_t queue_bytes;                // what it takes of the queue
    bool is_marker;                    // nothing to run
    bool may_enqueue;
    struct weft_ndrange ndrange;
    unsigned char *bytes; // the maker's, aligned to WEFT_ARENA_ALIGN; behind the dependents, which follow
};

// For functions that kernels call: the parent whose groups the calling thread runs; NULL: what makes or destroys a
// program's objects, which may not enqueue.
struct weft_parent *weft_child_parent(void);
// A child of that parent in the queue, which is taken over also on failure, that waits for so many events, with so many
// bytes for its maker. Who made it fills ndrange, may_enqueue and is_marker. 0, or why not.
WEFT_MUST_CHECK int32_t weft_child_create(cl_command_queue queue, uint32_t event_count, size_t bytes,
                                          struct weft_child **child);
// An event of its own, with a reference of the kernels'. False if there are no more.
WEFT_MUST_CHECK bool weft_child_add_event(struct weft_child *child);
// From here on it is everybody's. *event (may be NULL) gets its event before it can be complete.
void weft_child_enqueue(struct weft_child *child, uint32_t event_count, const uint64_t *events, uint64_t *event,
                        uint32_t flags);
void weft_child_drop(struct weft_child *child); // before that
// For functions that kernels call: an event has ended like this, for which these waited.
void weft_child_event_ended(struct weft_dependent *dependents, int32_t status);

#endif
