// SPDX-License-Identifier: Apache-2.0
// Ranges of independent indices (work-groups, bytes to copy), run by the calling thread and by whoever is free.
//
// A range has no owner that waits for it: threads come and go between chunks, and the one that leaves last when no
// index is left ends it. A chunk takes about a millisecond at most, unless a single index takes longer, so that a
// thread that has something better to do is never far from an end; chunks of those who wait for other things are
// shorter.
#ifndef WEFT_EXEC_SCHEDULER_H
#define WEFT_EXEC_SCHEDULER_H

#include "runtime/exec/arena.h"
#include "runtime/exec/worker_pool.h"

// What a waiting thread does for others takes about so long at most, by weft_ticks.
#define WEFT_HELP_TICKS_MAX 100000u
// Costs are in parts of a tick.
#define WEFT_COST_PER_TICK 16u

// Shares of the workers' time.
#define WEFT_WEIGHT_LOW 1u
#define WEFT_WEIGHT_MEDIUM 4u
#define WEFT_WEIGHT_HIGH 16u

// One range being run; as long-lived as that takes. The caller fills the first part.
struct weft_range {
    // Runs begin <= i < end on the calling thread, with its arena (NULL if neither bytes nor a frame are asked for).
    void (*run)(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end);
    // Called once after weft_range_start returned WEFT_LEFT, or while it is about to, by the thread that ends the
    // range; may free it. That thread holds no lock, and its own work waits for this to return.
    void (*end)(struct weft_range *range);
    uint64_t count;
    uint64_t grain;     // indices per chunk; 0: by their cost
    uint64_t unit;      // indices that run side by side, if a thread has as many; 0: 1
    size_t arena_bytes; // each thread's need
    size_t frame_bytes; // of the stack, which threads of the application may not have on their own; 0: next to nothing
    bool is_sample;     // measured also where it runs on one thread, and its cost is known
    unsigned weight;    // share of the workers' time beside other ranges; 0: WEFT_WEIGHT_MEDIUM
    unsigned most_threads; // at it at once; 0: all
    const void *owner;     // what threads that wait for the range name to weft_ranges_help
    // What an index takes, in ticks / WEFT_COST_PER_TICK: by experience (0: none), then as measured. Relaxed: a hint.
    _Atomic uint64_t cost;

    // The scheduler's own.
    _Alignas(64) _Atomic uint64_t next; // first index nobody has taken; only rises
    _Atomic uint32_t wanted;            // threads beside the first one
    unsigned slot;
    _Atomic bool is_measured; // `cost` is, at least in part
    uint64_t step;            // chunks are multiples of it: the unit, or a thread's share if that is smaller
};

#define WEFT_OPEN_RANGES 64u
#define WEFT_LEFT 1 // of weft_range_start

// state: bit 31 open, below: threads inside.
struct weft_open_range {
    _Alignas(64) _Atomic uint32_t state;
    struct weft_range *_Atomic range; // borrowed; valid while a thread is inside
    _Atomic uint32_t serial;          // another one for each range; a hint, as the weight is
    _Atomic uint32_t weight;
};

struct weft_open_ranges {
    _Alignas(64) _Atomic uint64_t claimed;  // slots in use, a bit each
    _Alignas(64) _Atomic uint64_t inviting; // slots whose range has room for one more thread
    struct weft_open_range slots[WEFT_OPEN_RANGES];
};

// Works at the range. CL_SUCCESS: all of it is done, and `end` is not called. WEFT_LEFT: others are at it, or will be,
// and the range is theirs. CL_OUT_OF_RESOURCES if there is no memory for the arena: nothing has run then.
WEFT_MUST_CHECK cl_int weft_range_start(struct weft_worker_pool *pool, struct weft_range *range);

// A worker's turn at one of the pool's open ranges, that which has had the least of its share. False if none wants it.
bool weft_ranges_work(struct weft_worker_pool *pool);
// A thread that waits works at open ranges: those of `owner`, and those it can leave soon. `until` is
// asked between chunks and ends the help. Returns whether anything was run.
bool weft_ranges_help(struct weft_worker_pool *pool, const void *owner, bool (*until)(void *data), void *data);
bool weft_ranges_inviting(struct weft_worker_pool *pool);

#endif
