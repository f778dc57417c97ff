// SPDX-License-Identifier: Apache-2.0
// A device's worker threads: one per PU, pinned, started when first needed, asleep when idle.
//
// A pool has three sources of work, all lock-free: the workers' deques, the inbox (tasks from application threads) and
// the open ranges of scheduler.h. Whoever adds work wakes sleepers for it: add (sequentially consistent), then look at
// the sleepers. A worker announces its sleep, then looks for work. So one of the two always sees the other.
#ifndef WEFT_EXEC_WORKER_POOL_H
#define WEFT_EXEC_WORKER_POOL_H

#include "runtime/base/opencl.h"
#include "runtime/exec/deque.h"

struct weft_cpu_set;
struct weft_worker_pool;

// A pool for these PUs (borrowed: copied). No thread is started. NULL if memory is exhausted.
struct weft_worker_pool *weft_worker_pool_create(const struct weft_cpu_set *cpus);
// Joins the workers and frees the pool; NULL is fine. No range may be open and no task waiting. When called on one of
// the pool's own workers (a callback released the last object) the rest is done by the next caller from outside.
void weft_worker_pool_destroy(struct weft_worker_pool *pool);
// Joins all threads of all pools and gives up what nobody waits for; pools stay usable for what waiting threads do
// themselves. For the library's unload.
void weft_worker_pool_shutdown_all(void);

unsigned weft_worker_pool_size(const struct weft_worker_pool *pool); // workers when all run
// Gives a task to the pool and wakes a worker for it. On a worker of the pool it goes to that worker's own deque. Where
// no worker can be started the calling thread runs it. Must hold no lock.
void weft_worker_pool_submit(struct weft_worker_pool *pool, struct weft_task *task);
// The same behind all that waits in the pool already.
void weft_worker_pool_submit_behind(struct weft_worker_pool *pool, struct weft_task *task);
// Whether anything waits for a worker; a hint.
bool weft_worker_pool_has_work(struct weft_worker_pool *pool);
// Wakes (or starts) up to `count` sleepers; not the one on the calling thread's own PU unless no other is left.
// False if the pool has no running worker and one could not be started.
bool weft_worker_pool_wake(struct weft_worker_pool *pool, unsigned count);
// The same for a caller that works along: never the one on its own PU, which would only take the PU away from it.
void weft_worker_pool_invite(struct weft_worker_pool *pool, unsigned count);
// True on a worker thread of any pool: deep stack, default floating-point state.
bool weft_on_worker(void);

struct weft_open_ranges;
struct weft_open_ranges *weft_worker_pool_ranges(struct weft_worker_pool *pool); // scheduler.c's part of the pool
bool weft_worker_pool_stopping(const struct weft_worker_pool *pool);

#endif
