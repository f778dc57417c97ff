// SPDX-License-Identifier: Apache-2.0
// A device's worker threads: one per PU, pinned, started when first needed or while others idle, asleep when idle.
//
// A pool has two sources of work: a list of tasks, things that have not begun, and open ranges, things that have. Tasks
// come first. Whoever adds work calls an idle worker for it, the nearest one: add (sequentially consistent), then look
// who is idle. A worker announces that it is idle, then looks for work. So one of the two always sees the other. Idle
// workers look at nothing but their own line, where calls arrive.
#ifndef WEFT_EXEC_WORKER_POOL_H
#define WEFT_EXEC_WORKER_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/opencl.h"
#include "runtime/exec/ranges.h"

struct weft_worker_pool;

// Something to run once; embedded in what it is about.
struct weft_task {
    struct weft_task *next;              // borrowed; the list's link
    void (*run)(struct weft_task *task); // may free the task
};

// What a worker is called for: a range, and others that it calls for it before it begins.
struct weft_call {
    unsigned slot;       // WEFT_NO_SLOT: whatever there is to do
    uint32_t serial;     // of the range
    unsigned callees;    // how many others
    unsigned first, end; // the clusters they are in; none: wherever they are near
};

// What workers do about ranges; see scheduler.h.
struct weft_range_work {
    bool (*work)(struct weft_worker_pool *pool); // at some range; false if none wants it
    bool (*answer)(struct weft_worker_pool *pool, const struct weft_call *call); // false if the range wants nobody
};

// A pool for these PUs (borrowed: copied). No thread is started. NULL if memory is exhausted.
struct weft_worker_pool *weft_worker_pool_create(const struct weft_cpu_set *cpus, const struct weft_range_work *work);
// Joins the workers and frees the pool; NULL is fine. No range may be open and no task waiting. When called on one of
// the pool's own workers (a callback released the last object) the rest is done by the next caller from outside.
void weft_worker_pool_destroy(struct weft_worker_pool *pool);
// Joins all threads of all pools and gives up what nobody waits for; pools stay usable for what waiting threads do
// themselves. For the library's unload.
void weft_worker_pool_shutdown_all(void);

unsigned weft_worker_pool_size(const struct weft_worker_pool *pool); // workers when all run
// Gives a task to the pool, behind all that wait there, and wakes a worker for it. Never runs it. Must hold no lock.
void weft_worker_pool_submit(struct weft_worker_pool *pool, struct weft_task *task);
// Whether a task waits in the pool; a hint.
bool weft_worker_pool_tasks_wait(const struct weft_worker_pool *pool);
// Where the pool has no running worker, as the system gives no thread or the library is being unloaded, runs a task of
// the pool on the calling thread, which waits for something. False if there are workers, or there is no task.
bool weft_worker_pool_stand_in(struct weft_worker_pool *pool);
// Whether the pool has running workers. A thread that waits where it has none looks at times.
bool weft_worker_pool_is_running(const struct weft_worker_pool *pool);
// Whether a worker is idle, or has not been started; a hint.
bool weft_worker_pool_has_idle(const struct weft_worker_pool *pool);
// Whether anything waits for a worker; a hint.
bool weft_worker_pool_has_work(struct weft_worker_pool *pool);
// Calls (or starts) an idle worker, if there is one: not the one on the calling thread's own PU unless no other is
// left.
void weft_worker_pool_wake(struct weft_worker_pool *pool);
// The same for a caller that works along: never the one on its own PU, which would only take the PU away from it.
// One of the call's clusters, those near `home` first. False if there is none.
bool weft_worker_pool_call(struct weft_worker_pool *pool, const struct weft_call *call, unsigned home);
// Of the calling thread's PU; the first one if that is none of the pool's.
struct weft_seat weft_worker_pool_seat(const struct weft_worker_pool *pool);
// True on a worker thread of any pool: deep stack, default floating-point state.
bool weft_on_worker(void);

struct weft_ranges *weft_worker_pool_ranges(struct weft_worker_pool *pool);
const struct weft_clusters *weft_worker_pool_clusters(const struct weft_worker_pool *pool);
bool weft_worker_pool_stopping(const struct weft_worker_pool *pool);

#endif
