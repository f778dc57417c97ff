// SPDX-License-Identifier: Apache-2.0
// Commands and the state of queues, as command.c, queue.c and its two orders share them.
//
// A command counts what it waits for in `pending`: one for its place in the queue, one for each event it depends on.
// Who takes the last one away is responsible for getting it run.
//
// In-order queue: at most one thread, the driver, runs the commands one after the other. A driver that finds a command
// with unfinished dependencies puts the rest back and parks: the drive is handed to whoever completes the last
// dependency. In the same way it leaves a command that others are still at: the last of them ends it and has the queue
// driven on. Out-of-order queue: commands whose count reaches zero go to `ready`; each is offered to the pool as a
// task unless a thread that is waiting for the queue takes it.
//
// Who waits runs what it waits for, and what it can leave soon; all else is the workers'.
#ifndef WEFT_CORE_COMMAND_INTERNAL_H
#define WEFT_CORE_COMMAND_INTERNAL_H

#include "runtime/base/thread.h"
#include "runtime/core/command.h"
#include "runtime/core/event_internal.h"
#include "runtime/core/queue.h"
#include "runtime/exec/scheduler.h"

#define WEFT_OWN_EDGES 2u
#define WEFT_COMMAND_ALIGN 128u       // of the command and, by offset, of its payload's arguments
#define WEFT_COMMAND_BLOCK_BYTES 896u // commands up to this size are recycled by their queue
#define WEFT_QUEUE_SLAB_BYTES 65536u  // they come in slabs of this size
#define WEFT_QUEUE_KEPT_SLABS 256u    // more than these are freed when no block is in use
#define WEFT_QUEUE_BATCH 256u         // recorded commands that are submitted without being asked
#define WEFT_QUEUE_BOUND 65536u       // commands not completed; whoever enqueues more works for the queue first

enum weft_command_place {
    WEFT_PLACE_NONE,    // recorded, waiting, running
    WEFT_PLACE_READY,   // in state->ready
    WEFT_PLACE_OFFERED, // in state->offered; a task of the pool points here
};

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

struct weft_command_list {
    struct weft_command *first;
    struct weft_command *last;
    size_t count;
};

struct weft_command_slab {
    struct weft_command_slab *next;
};

// A thread that sleeps until the event is final or, in order, a command and with it all before are complete.
struct weft_waiter {
    struct weft_waiter *next;
    cl_event event;          // borrowed; NULL: the sequence counts
    uint64_t sequence;       // in-order
    bool only_while_running; // it need not wait when the queue's next command has to
    _Atomic uint32_t news;   // futex; rises under the queue's lock
};

struct weft_queue_state {
    struct weft_mutex lock;
    struct weft_worker_pool *pool; // borrowed from the device
    unsigned weight;               // of the ranges of its commands, and how many threads they get at most (0: all)
    unsigned most_threads;
    struct weft_command_list recorded WEFT_GUARDED_BY(lock);
    unsigned recorded_events WEFT_GUARDED_BY(lock);
    uint64_t
        outstanding WEFT_GUARDED_BY(lock); // commands enqueued and not completed; not 0: holds a reference to the queue
    struct weft_command *blocks WEFT_GUARDED_BY(lock);     // borrowed from slabs; free blocks, linked by next
    struct weft_command_slab *slabs WEFT_GUARDED_BY(lock); // owned; the memory of all blocks
    unsigned slab_count WEFT_GUARDED_BY(lock);
    uint64_t blocks_used WEFT_GUARDED_BY(lock);
    // in-order
    struct weft_command_list submitted WEFT_GUARDED_BY(lock);
    uint64_t last_sequence WEFT_GUARDED_BY(lock);
    bool driving WEFT_GUARDED_BY(lock);     // a driver is at work or parked
    unsigned running WEFT_GUARDED_BY(lock); // drivers at work, commands being run out of order: what a fork would lose
    uint32_t forks WEFT_GUARDED_BY(lock);   // weft_fork_count when the queue was made or last seen to
    _Atomic bool is_lost;                   // a fork has left the threads behind that ran its commands; in the child
    bool scheduled WEFT_GUARDED_BY(lock);   // `task` waits in the pool and holds a reference to the queue
    struct weft_task task;
    cl_command_queue queue;                  // borrowed: the queue this is the state of
    _Alignas(64) _Atomic uint64_t completed; // sequence of the last completed command
    _Atomic uint64_t awaited;                // the lowest sequence that a waiter sleeps for; written under lock
    struct weft_waiter *waiters WEFT_GUARDED_BY(lock); // borrowed from their stacks
    // out-of-order
    struct weft_command_list ready WEFT_GUARDED_BY(lock);
    struct weft_command_list offered WEFT_GUARDED_BY(lock);
    unsigned tasks WEFT_GUARDED_BY(lock);              // of commands, in the pool
    struct weft_command *oldest WEFT_GUARDED_BY(lock); // remembered commands
    struct weft_command *newest WEFT_GUARDED_BY(lock);
    unsigned remembered WEFT_GUARDED_BY(lock);
    cl_event barrier WEFT_GUARDED_BY(lock); // retained; the last barrier while it is not complete
};

static inline bool
weft_queue_is_in_order(cl_command_queue queue)
{
    return !(queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

// Sets what a marker or barrier is; before it is enqueued.
static inline void
weft_command_set_fence(struct weft_command *command, bool waits_for_all, bool blocks_later)
{
    command->waits_for_all = waits_for_all;
    command->blocks_later = blocks_later;
}

// Begins the range that is the rest of the command's work, as its queue asks for.
WEFT_MUST_CHECK cl_int weft_command_start_range(struct weft_command *command, struct weft_range *range);

// Markers, barriers and launches of nothing: no work, nothing to release.
extern const struct weft_command_ops weft_fence_ops;

// Runs a command whose dependencies are met, and completes its event. The caller then retires the command from its
// queue and drops its reference to the event. False: others are at it, and do all that.
bool weft_command_execute(struct weft_command *command);
// Native kernels in which the calling thread is: there it must not wait for others.
extern _Thread_local unsigned weft_native_kernels_inside;
// Frees or recycles. `command` has left all lists and released its payload.
void weft_command_free(struct weft_queue_state *state, struct weft_command *command) WEFT_REQUIRES(state->lock);
// Frees the slabs; no block is in use.
void weft_queue_free_blocks(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
// An event the command depends on has got this status. Must hold no lock.
void weft_command_dependency_done(struct weft_command *command, cl_int status);
// Room for `count` edges in all; once, before the first weft_command_depend.
WEFT_MUST_CHECK cl_int weft_command_reserve_edges(struct weft_command *command, size_t count);
// The command, not yet in its queue, waits for the event; if `strict` it fails when the event does.
void weft_command_depend(struct weft_command *command, cl_event event, bool strict);

void weft_command_list_append(struct weft_command_list *list, struct weft_command *command);

// Records the command at the end of the queue. CL_OUT_OF_HOST_MEMORY leaves all as it was. Must hold no lock.
// CL_INVALID_COMMAND_QUEUE if the queue is lost.
WEFT_MUST_CHECK cl_int weft_queue_append(cl_command_queue queue, struct weft_command *command, cl_uint wait_count,
                                         const cl_event *wait_list);
// The last dependency of a submitted command is met. Must hold no lock.
void weft_queue_command_ready(cl_command_queue queue, struct weft_command *command);
// In the child of a fork: makes up for the threads that are gone.
void weft_queue_adopt(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
static inline void
weft_queue_lock(struct weft_queue_state *state) WEFT_ACQUIRE(state->lock) WEFT_NO_ANALYSIS
{
    weft_mutex_lock(&state->lock);
    if (__builtin_expect(state->forks != weft_fork_count(), 0))
        weft_queue_adopt(state);
}
// A command that its thread had left is complete. Must hold no lock.
void weft_queue_command_ended(cl_command_queue queue, struct weft_command *command);
// Submits, and works for the event until it is final or there is nothing left that the calling thread could do for it.
void weft_queue_work_for(cl_command_queue queue, cl_event event);
// The same, and sleeps when that is so. Must hold no lock.
void weft_queue_wait(cl_command_queue queue, cl_event event);
// Wakes those who sleep for the event, which is final; for events of out-of-order queues.
void weft_queue_tell_final(cl_command_queue queue, cl_event event);
WEFT_MUST_CHECK cl_int weft_queue_create(cl_context context, cl_device_id device, cl_command_queue_properties flags,
                                         const cl_queue_properties *properties, struct weft_queue_hints hints,
                                         cl_command_queue *queue);

#endif
