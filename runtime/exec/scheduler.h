// SPDX-License-Identifier: Apache-2.0
// Ranges of independent indices (work-groups, bytes to copy), run by the calling thread and by whoever is free.
#ifndef WEFT_EXEC_SCHEDULER_H
#define WEFT_EXEC_SCHEDULER_H

#include "runtime/exec/arena.h"
#include "runtime/exec/worker_pool.h"

// One range being run. Lives on the stack of the thread that runs it; the caller fills the first part.
struct weft_range {
    // Runs begin <= i < end on the calling thread, with its arena (NULL if neither bytes nor a frame are asked for).
    void (*run)(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end);
    uint64_t count;
    uint64_t grain;     // indices per chunk at least; 0: found by timing the first ones
    size_t arena_bytes; // each thread's need
    size_t frame_bytes; // of the stack, which threads of the application may not have on their own; 0: next to nothing

    // The scheduler's own.
    _Alignas(64) _Atomic uint64_t next; // first index nobody has taken; only rises
    uint64_t chunk;                     // smallest chunk, fixed before the range is opened
    unsigned wanted;                    // helpers
    unsigned share;                     // a chunk is at most 1/share of what is left, but at least `chunk`
};

#define WEFT_OPEN_RANGES 64u

// state: bit 31 open, bit 30 the owner sleeps, below: helpers inside.
struct weft_open_range {
    _Alignas(64) _Atomic uint32_t state;
    struct weft_range *_Atomic range; // borrowed; valid while a helper is inside
};

struct weft_open_ranges {
    _Alignas(64) _Atomic uint64_t claimed;  // slots in use, a bit each
    _Alignas(64) _Atomic uint64_t inviting; // slots whose range has indices left
    struct weft_open_range slots[WEFT_OPEN_RANGES];
};

// Runs the whole range and returns when it is done. CL_OUT_OF_RESOURCES if there is no memory for the arena; nothing
// has run then.
WEFT_MUST_CHECK cl_int weft_range_run(struct weft_worker_pool *pool, struct weft_range *range);

// Joins open ranges of the pool while there are any. `until` (may be NULL) is asked between chunks and ends the help.
// Returns whether anything was run.
bool weft_ranges_help(struct weft_worker_pool *pool, bool (*until)(void *data), void *data);
bool weft_ranges_inviting(struct weft_worker_pool *pool);

#endif
