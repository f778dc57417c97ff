// SPDX-License-Identifier: Apache-2.0
// Runs ranges: on the calling thread alone while they are cheap, with idle workers when they are known or prove to be
// worth calling somebody, and with whoever becomes free.
//
// A range has no owner that waits for it: threads come and go between chunks, and the one whose chunk is done last ends
// it. A chunk takes about a millisecond at most, unless a single index takes longer, so that a thread that has
// something better to do is never far from an end; chunks of those who wait for other things are shorter.
#ifndef WEFT_EXEC_SCHEDULER_H
#define WEFT_EXEC_SCHEDULER_H

#include "runtime/exec/ranges.h"
#include "runtime/exec/worker_pool.h"

// What a waiting thread does for others takes about so long at most, by weft_ticks.
#define WEFT_HELP_TICKS_MAX 100000u

#define WEFT_LEFT 1 // of weft_range_start

// A pool whose workers work at ranges; as weft_worker_pool_create.
struct weft_worker_pool *weft_scheduler_create_pool(const struct weft_cpu_set *cpus);

// Works at the range. CL_SUCCESS: all of it is done, and `end` is not called. WEFT_LEFT: others are at it, or will be,
// and the range is theirs. CL_OUT_OF_RESOURCES if there is no memory for the arena: nothing has run then.
WEFT_MUST_CHECK cl_int weft_range_start(struct weft_worker_pool *pool, struct weft_range *range);

// A range that the calling thread waits for; its `end` and `owner` are weft_range_run's.
struct weft_awaited_range {
    struct weft_range range;
    _Atomic uint32_t is_done; // a futex
};

// Returns when all of it is done, for which other threads may come. A worker, which must not wait, does it alone. No
// arena: neither bytes nor a frame.
void weft_range_run(struct weft_worker_pool *pool, struct weft_awaited_range *awaited);

// A thread that waits works at open ranges: those of `owner`, and those it can leave soon. `until` is
// asked between chunks and ends the help. Returns whether anything was run.
bool weft_ranges_help(struct weft_worker_pool *pool, const void *owner, bool (*until)(void *data), void *data);

#endif
