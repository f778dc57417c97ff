// SPDX-License-Identifier: Apache-2.0
// What the files of runtime/queue share; no others include this.
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
//
// Lock order: a queue's lock, then an event's lock. Dependents are told under neither.
//
// Files stand on each other as their functions do below, the lowest first: none calls into one that comes later, but
// for the table of a queue's order.
#ifndef WEFT_QUEUE_PRIVATE_H
#define WEFT_QUEUE_PRIVATE_H

#include "runtime/base/futex.h"
#include "runtime/queue/public.h"

#define WEFT_COMMAND_BLOCK_BYTES 896u // commands up to this size are recycled by their queue
#define WEFT_QUEUE_SLAB_BYTES 65536u  // they come in slabs of this size
#define WEFT_QUEUE_KEPT_SLABS 256u    // more than these are freed when no block is in use
#define WEFT_QUEUE_BATCH 256u         // recorded commands that are submitted without being asked
#define WEFT_QUEUE_BOUND 65536u       // commands not completed; whoever enqueues more works for the queue first
#define WEFT_NOBODY_WAITS UINT64_MAX  // weft_queue_state.awaited
#define WEFT_WAIT_SPIN_TICKS 20000u   // how long a thread that waits looks before it sleeps: as idle workers do

enum weft_command_place {
    WEFT_PLACE_NONE,    // recorded, waiting, running
    WEFT_PLACE_READY,   // in state->ready
    WEFT_PLACE_OFFERED, // in state->offered; a task of the pool points here
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

// What the one or the other order of execution does.
struct weft_queue_order {
    // The last dependency of a submitted command is met. Must hold no lock.
    void (*ready)(cl_command_queue queue, struct weft_command *command);
    // A command that its thread had left is complete. Must hold no lock.
    void (*ended)(cl_command_queue queue, struct weft_command *command);
};

struct weft_queue_state {
    struct weft_mutex lock;
    const struct weft_queue_order *order;
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
    unsigned
        lookers WEFT_GUARDED_BY(lock);    // waiting threads that are about to drive, or look whether the driver leaves
    _Atomic bool is_left;                 // it has, and left the rest to the lookers; written under lock
    uint32_t forks WEFT_GUARDED_BY(lock); // weft_fork_count when the queue was made or last seen to
    _Atomic bool is_lost;                 // a fork has left the threads behind that ran its commands; in the child
    bool scheduled WEFT_GUARDED_BY(lock); // `task` waits in the pool and holds a reference to the queue
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

static inline bool
weft_queue_is_lost(const struct weft_queue_state *state)
{
    return atomic_load_explicit(&state->is_lost, memory_order_relaxed);
}

// private.c
// In the child of a fork: makes up for the threads that are gone. `was_held`: one of them had the lock.
void weft_queue_after_fork(struct weft_queue_state *state, bool was_held) WEFT_REQUIRES(state->lock);

static inline void
weft_queue_lock(struct weft_queue_state *state) WEFT_ACQUIRE(state->lock) WEFT_NO_ANALYSIS
{
    bool was_held = weft_mutex_lock(&state->lock);

    if (__builtin_expect(state->forks != weft_fork_count(), 0))
        weft_queue_after_fork(state, was_held);
}

void weft_command_list_append(struct weft_command_list *list, struct weft_command *command);
// An event the command depends on has got this status. Must hold no lock.
void weft_command_dependency_done(struct weft_command *command, cl_int status);

static inline bool
weft_event_is_final(cl_event event)
{
    return weft_event_status(event) <= CL_COMPLETE;
}

static inline bool
weft_waiter_is_done(const struct weft_queue_state *state, const struct weft_waiter *waiter)
{
    if (waiter->event)
        return weft_event_is_final(waiter->event);
    // Sequentially consistent: pairs with who completes a command.
    return atomic_load_explicit(&state->completed, memory_order_seq_cst) >= waiter->sequence;
}

static inline void
weft_waiter_wake(struct weft_waiter *waiter)
{
    atomic_fetch_add_explicit(&waiter->news, 1, memory_order_seq_cst);
    weft_futex_wake(&waiter->news, 1);
}

// Something of the queue, if known the command of this event, has become ready: one of those who sleep gets up for it
// if all workers are busy. Before it is given to the pool.
void weft_queue_call_waiter(struct weft_queue_state *state, cl_event event) WEFT_REQUIRES(state->lock);
// Wakes those who sleep for the event, which is final; for events of out-of-order queues.
void weft_queue_tell_final(cl_command_queue queue, cl_event event);

// event.c
// As weft_event_advance for CL_SUBMITTED under the queue's lock: returns whether weft_callbacks_start must be called
// when it is released.
bool weft_event_mark_submitted(cl_event event);
// False if the event is final already: then nothing is linked and the edge's command is not told.
bool weft_event_add_dependent(cl_event event, struct weft_edge *edge);

// command.c
// Runs a command whose dependencies are met, and completes its event. The caller then retires the command from its
// queue and drops its reference to the event. False: others are at it, and do all that.
bool weft_command_execute(struct weft_command *command);
// Frees or recycles. `command` has left all lists and released its payload.
void weft_command_free(struct weft_queue_state *state, struct weft_command *command) WEFT_REQUIRES(state->lock);
// Frees the slabs; no block is in use.
void weft_queue_free_blocks(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
// Room for `count` edges in all; once, before the first weft_command_depend.
WEFT_MUST_CHECK cl_int weft_command_reserve_edges(struct weft_command *command, size_t count);
// The command, not yet in its queue, waits for the event; if `strict` it fails when the event does.
void weft_command_depend(struct weft_command *command, cl_event event, bool strict);

// in_order.c
extern const struct weft_queue_order weft_in_order;
void weft_in_order_submit(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
// True if state->task must be given to the pool: then the caller does, and the task holds the queue.
bool weft_in_order_must_schedule(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
void weft_in_order_task(struct weft_task *task);
// For a thread that waits: drives the queue, if nobody does, until it is empty or parked, the event (may be NULL) is
// final, or the command of that number (0: none) is done, and helps other threads with that. A looker counts among
// state->lookers, and looks for a while before it gives up; afterwards it counts no more.
void weft_in_order_work_for(cl_command_queue queue, cl_event event, uint64_t sequence, bool is_looker);

// out_of_order.c
extern const struct weft_queue_order weft_out_of_order;
// Makes the command depend on its wait list, the last barrier and, for markers and barriers, on all that stands before
// it.
WEFT_MUST_CHECK cl_int weft_out_of_order_depend(struct weft_queue_state *state, struct weft_command *command,
                                                cl_uint wait_count, const cl_event *wait_list)
    WEFT_REQUIRES(state->lock);
void weft_out_of_order_submit(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);
// Gives ready commands, all but `keep`, to the pool.
void weft_out_of_order_offer(struct weft_queue_state *state, size_t keep);
// Runs the event's command, when it is ready, and what can be run soon, until there is no such command or the event is
// final. The caller holds a reference to the queue.
void weft_out_of_order_drive(cl_command_queue queue, cl_event event);

// submit.c
// Moves what was recorded on towards execution. `keep`: the calling thread is about to drive the queue itself, in order
// by weft_in_order_work_for() as a looker.
void weft_queue_submit(cl_command_queue queue, bool keep);
// The same for an in-order queue that the calling thread is about to drive. True if callbacks are due: then the caller
// starts them.
WEFT_MUST_CHECK bool weft_in_order_submit_recorded(struct weft_queue_state *state) WEFT_REQUIRES(state->lock);

// wait.c
// Sleeps until the waiter's end is reached, or the queue is lost, doing what becomes ready for it if no worker does.
void weft_queue_sleep(cl_command_queue queue, struct weft_waiter *waiter);
// weft_queue_finish of such a queue.
cl_int weft_queue_finish_in_order(cl_command_queue queue);

#endif
