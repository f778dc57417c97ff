// SPDX-License-Identifier: Apache-2.0
// Worker threads: starting, spinning, sleeping, waking, ending; what fork() leaves.
#define _GNU_SOURCE 1
#include "runtime/exec/worker_pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/exit_watch.h"
#include "runtime/base/log.h"
#include "runtime/base/thread.h"
#include "runtime/exec/arena.h"
#include "runtime/exec/futex.h"
#include "runtime/exec/scheduler.h"
#include "runtime/exec/topology.h"

// How long an idle worker looks for work before it sleeps, by weft_ticks. A few wake-ups' worth.
#define SPIN_TICKS 20000u

// Address space only, until it is used: a kernel's frame, and what Weft's own functions take.
#define STACK_BYTES (WEFT_FRAME_BYTES_MAX + (size_t)1024 * 1024)

#define NO_WORKER (~0u) // as an index

// How long fork() waits for workers that are at work, and how often it looks.
#define FORK_WAIT_NS UINT64_C(100000000)
#define FORK_LOOK_NS 20000

enum worker_state { WORKER_NONE, WORKER_AWAKE, WORKER_ASLEEP };

struct weft_worker {
    _Alignas(64) _Atomic uint32_t state; // enum worker_state; the futex it sleeps on
    _Atomic bool busy;                   // may hold locks and run a queue's commands
    unsigned index;
    struct weft_worker_pool *pool; // borrowed: the pool outlives its workers
    pthread_t thread;              // valid when started
    bool started;                  // under the pool's lock
};

struct weft_worker_pool {
    struct weft_open_ranges ranges;
    _Alignas(64) _Atomic uint32_t waiting;     // tasks in the list; what everybody looks at
    _Alignas(64) struct weft_mutex tasks_lock; // leaf
    struct weft_task *first_task WEFT_GUARDED_BY(tasks_lock);
    struct weft_task *last_task WEFT_GUARDED_BY(tasks_lock);
    _Alignas(64) _Atomic uint32_t spinning; // workers looking for work
    _Atomic uint32_t running;               // workers started
    _Atomic bool stop;
    unsigned size;
    unsigned sleeper_words;
    _Atomic uint64_t *sleepers;    // owned; a bit for each worker asleep or not started
    struct weft_worker *workers;   // owned array of `size`
    struct weft_cpu_set *cpus;     // owned
    unsigned *worker_of_cpu;       // owned; by the system's number of a PU, or NO_WORKER
    unsigned cpu_limit;            // entries in worker_of_cpu
    struct weft_mutex lock;        // leaf; starting and joining threads
    bool is_ending;                // in weft_worker_pool_shutdown_all; under registry_lock
    bool is_abandoned;             // destroyed meanwhile; likewise
    struct weft_worker_pool *next; // registry or orphans; likewise
};

// Lock order: registry_lock, then a pool's lock. Neither is held while calling anything of core/.
static struct weft_mutex registry_lock = WEFT_MUTEX_INITIALIZER;
static struct weft_worker_pool *registry WEFT_GUARDED_BY(registry_lock); // all pools in use
static struct weft_worker_pool *orphans WEFT_GUARDED_BY(registry_lock);  // to be joined and freed from outside
static pthread_once_t atfork_once = PTHREAD_ONCE_INIT;
static _Thread_local struct weft_worker *self; // NULL on application threads
_Atomic uint32_t weft_forks;

static bool
any_other_is_busy(void) WEFT_REQUIRES(registry_lock)
{
    for (const struct weft_worker_pool *pool = registry; pool; pool = pool->next)
        for (unsigned i = 0; i < pool->size; ++i)
            // Acquire: what the worker held is free.
            if (&pool->workers[i] != self && atomic_load_explicit(&pool->workers[i].busy, memory_order_acquire))
                return true;
    return false;
}

// What a worker holds at the time of a fork stays held in the child, which has no such thread. A worker that ended a
// command may still be about to let go of its queue: whoever knows of that end sees it busy until it has. Kernels may
// run for longer than anybody would wait: a child made meanwhile finds their queue held, and must not use it.
static void
wait_for_workers(void) WEFT_NO_ANALYSIS // the lock is held until the fork is done
{
    const struct timespec pause = {.tv_nsec = FORK_LOOK_NS};
    const uint64_t start = weft_clock_ns();

    weft_mutex_lock(&registry_lock);
    while (any_other_is_busy() && weft_clock_ns() - start < FORK_WAIT_NS) {
        weft_mutex_unlock(&registry_lock);
        nanosleep(&pause, NULL);
        weft_mutex_lock(&registry_lock);
    }
}

static void
go_on_after_fork(void) WEFT_NO_ANALYSIS
{
    weft_mutex_unlock(&registry_lock);
}

// In the child of a fork only the forking thread lives on: all workers are to be started again when needed. What was
// submitted is the parent's to run. The child runs of it what it waits for, and queues learn of the fork when they are
// used again (weft_queue_adopt).
static void
forget_threads(void) WEFT_NO_ANALYSIS
{
    registry_lock = (struct weft_mutex)WEFT_MUTEX_INITIALIZER;
    for (struct weft_worker_pool *pool = registry; pool; pool = pool->next) {
        pool->lock = (struct weft_mutex)WEFT_MUTEX_INITIALIZER;
        memset(&pool->ranges, 0, sizeof pool->ranges);
        pool->tasks_lock = (struct weft_mutex)WEFT_MUTEX_INITIALIZER;
        pool->first_task = pool->last_task = NULL;
        pool->waiting = 0;
        pool->spinning = 0;
        pool->running = 0;
        for (unsigned i = 0; i < pool->size; ++i) {
            pool->workers[i].state = WORKER_NONE;
            pool->workers[i].busy = false;
            pool->workers[i].started = false;
            pool->sleepers[i / 64] |= UINT64_C(1) << i % 64;
        }
    }
    orphans = NULL;
    self = NULL;
    atomic_fetch_add_explicit(&weft_forks, 1, memory_order_relaxed);
}

static void
register_atfork(void)
{
    pthread_atfork(wait_for_workers, go_on_after_fork, forget_threads);
}

bool
weft_on_worker(void)
{
    return self != NULL;
}

unsigned
weft_worker_pool_size(const struct weft_worker_pool *pool)
{
    return pool->size;
}

struct weft_open_ranges *
weft_worker_pool_ranges(struct weft_worker_pool *pool)
{
    return &pool->ranges;
}

bool
weft_worker_pool_stopping(const struct weft_worker_pool *pool)
{
    return atomic_load_explicit(&pool->stop, memory_order_acquire);
}

bool
weft_worker_pool_tasks_wait(const struct weft_worker_pool *pool)
{
    return atomic_load_explicit(&pool->waiting, memory_order_relaxed) != 0;
}

bool
weft_worker_pool_is_running(const struct weft_worker_pool *pool)
{
    return atomic_load_explicit(&pool->running, memory_order_relaxed) != 0;
}

bool
weft_worker_pool_has_work(struct weft_worker_pool *pool)
{
    return weft_ranges_inviting(pool) || atomic_load_explicit(&pool->waiting, memory_order_seq_cst) != 0;
}

bool
weft_worker_pool_has_idle(const struct weft_worker_pool *pool)
{
    bool has_idle = atomic_load_explicit(&pool->spinning, memory_order_relaxed) != 0;

    for (unsigned w = 0; w < pool->sleeper_words && !has_idle; w++)
        has_idle = atomic_load_explicit(&pool->sleepers[w], memory_order_relaxed) != 0;
    return has_idle;
}

// The oldest task, or NULL.
static struct weft_task *
take_task(struct weft_worker_pool *pool)
{
    struct weft_task *task;

    // Sequentially consistent: who submitted while this thread was spinning relies on this look.
    if (!atomic_load_explicit(&pool->waiting, memory_order_seq_cst))
        return NULL;
    weft_mutex_lock(&pool->tasks_lock);
    task = pool->first_task;
    if (task) {
        pool->first_task = task->next;
        atomic_fetch_sub_explicit(&pool->waiting, 1, memory_order_relaxed);
    }
    weft_mutex_unlock(&pool->tasks_lock);
    return task;
}

static bool
work_once(struct weft_worker *worker)
{
    struct weft_worker_pool *pool = worker->pool;
    struct weft_task *task = take_task(pool);

    if (!task)
        return weft_ranges_work(pool);
    // Who submitted more while this thread was spinning has woken nobody for it.
    if (!atomic_load_explicit(&pool->spinning, memory_order_seq_cst) && weft_worker_pool_has_work(pool))
        weft_worker_pool_wake(pool, 1);
    task->run(task);
    return true;
}

// Looks for work for a while. True if there seems to be some.
static bool
spin(struct weft_worker_pool *pool)
{
    bool found = false;
    uint64_t start;

    if (pool->size < 2)
        return weft_worker_pool_has_work(pool);
    // Sequentially consistent: whoever adds work and counts us as spinning is seen by the look after the decrement.
    atomic_fetch_add_explicit(&pool->spinning, 1, memory_order_seq_cst);
    start = weft_ticks();
    while (!found && !weft_worker_pool_stopping(pool) && weft_ticks() - start < SPIN_TICKS) {
        for (int i = 0; i < 16; ++i)
            weft_pause();
        found = weft_worker_pool_has_work(pool);
    }
    atomic_fetch_sub_explicit(&pool->spinning, 1, memory_order_seq_cst);
    return found;
}

static void
sleep_until_woken(struct weft_worker *worker)
{
    struct weft_worker_pool *pool = worker->pool;
    _Atomic uint64_t *word = &pool->sleepers[worker->index / 64];
    uint64_t bit = UINT64_C(1) << worker->index % 64;

    atomic_store_explicit(&worker->state, WORKER_ASLEEP, memory_order_relaxed);
    // Sequentially consistent: partner of wake()'s look at the sleepers after the work was added.
    atomic_fetch_or_explicit(word, bit, memory_order_seq_cst);
    if (weft_worker_pool_has_work(pool) || weft_worker_pool_stopping(pool)) {
        if (atomic_fetch_and_explicit(word, ~bit, memory_order_seq_cst) & bit) {
            atomic_store_explicit(&worker->state, WORKER_AWAKE, memory_order_relaxed);
            return;
        } // else somebody took the bit and is about to wake us
    }
    while (atomic_load_explicit(&worker->state, memory_order_acquire) == WORKER_ASLEEP)
        weft_futex_wait(&worker->state, WORKER_ASLEEP, NULL);
}

static void *
worker_main(void *data)
{
    struct weft_worker *worker = data;
    struct weft_worker_pool *pool = worker->pool;

    self = worker;
    pthread_setname_np(pthread_self(), "weft-worker");
    weft_topology_pin_current_thread(pool->cpus, worker->index);
    while (!weft_worker_pool_stopping(pool)) {
        bool worked;

        atomic_store_explicit(&worker->busy, true, memory_order_relaxed);
        worked = work_once(worker);
        atomic_store_explicit(&worker->busy, false, memory_order_release); // pairs with any_other_is_busy
        if (worked)
            continue;
        if (!spin(pool))
            sleep_until_woken(worker);
    }
    return NULL;
}

static bool
start_worker(struct weft_worker *worker)
{
    struct weft_worker_pool *pool = worker->pool;
    pthread_attr_t attributes;
    sigset_t all;
    sigset_t before;
    bool started = false;

    if (pthread_attr_init(&attributes))
        return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setguardsize(&attributes, 64 * 1024);
    weft_mutex_lock(&pool->lock);
    if (!weft_worker_pool_stopping(pool)) {
        // A new thread inherits the mask; the application's signals are for its own threads.
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        atomic_store_explicit(&worker->state, WORKER_AWAKE, memory_order_relaxed);
        started = pthread_create(&worker->thread, &attributes, worker_main, worker) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        worker->started = started;
        if (started)
            atomic_fetch_add_explicit(&pool->running, 1, memory_order_relaxed);
        else
            atomic_store_explicit(&worker->state, WORKER_NONE, memory_order_relaxed);
    }
    weft_mutex_unlock(&pool->lock);
    pthread_attr_destroy(&attributes);
    return started;
}

// The caller has taken the worker's bit out of the sleepers.
static bool
rouse(struct weft_worker *worker)
{
    if (atomic_load_explicit(&worker->state, memory_order_relaxed) == WORKER_NONE) {
        if (start_worker(worker))
            return true;
        atomic_fetch_or_explicit(&worker->pool->sleepers[worker->index / 64], UINT64_C(1) << worker->index % 64,
                                 memory_order_relaxed);
        weft_log_message(WEFT_LOG_WARN, "worker thread %u could not be started", worker->index);
        return false;
    }
    // Release: partner of the sleeper's acquire.
    atomic_store_explicit(&worker->state, WORKER_AWAKE, memory_order_release);
    weft_futex_wake(&worker->state, 1);
    return true;
}

// Returns how many have been woken or started: fewer where there are no more sleepers, or the system gives no thread.
static unsigned
wake_among(struct weft_worker_pool *pool, unsigned count, unsigned avoid)
{
    unsigned woken = 0;

    for (unsigned w = 0; w < pool->sleeper_words && woken < count; ++w) {
        uint64_t bits = atomic_load_explicit(&pool->sleepers[w], memory_order_seq_cst);

        if (avoid / 64 == w)
            bits &= ~(UINT64_C(1) << avoid % 64);
        for (; bits && woken < count; bits &= bits - 1) {
            unsigned index = (unsigned)__builtin_ctzll(bits);
            uint64_t bit = UINT64_C(1) << index;

            if (!(atomic_fetch_and_explicit(&pool->sleepers[w], ~bit, memory_order_seq_cst) & bit))
                continue;
            if (!rouse(&pool->workers[w * 64 + index]))
                return woken;
            ++woken;
        }
    }
    return woken;
}

// The worker of the PU that a thread of the application runs on; NO_WORKER if there is none.
static unsigned
worker_beneath(const struct weft_worker_pool *pool)
{
    int cpu = self ? -1 : sched_getcpu();

    return cpu >= 0 && (unsigned)cpu < pool->cpu_limit ? pool->worker_of_cpu[cpu] : NO_WORKER;
}

void
weft_worker_pool_invite(struct weft_worker_pool *pool, unsigned count)
{
    if (!weft_worker_pool_stopping(pool))
        wake_among(pool, count, worker_beneath(pool));
}

void
weft_worker_pool_wake(struct weft_worker_pool *pool, unsigned count)
{
    unsigned avoid = worker_beneath(pool);

    if (!weft_worker_pool_stopping(pool) && !wake_among(pool, count, avoid) && avoid != NO_WORKER)
        wake_among(pool, 1, NO_WORKER);
}

bool
weft_worker_pool_stand_in(struct weft_worker_pool *pool)
{
    struct weft_task *task = weft_worker_pool_is_running(pool) ? NULL : take_task(pool);

    if (task)
        task->run(task);
    return task != NULL;
}

void
weft_worker_pool_submit(struct weft_worker_pool *pool, struct weft_task *task)
{
    task->next = NULL;
    weft_mutex_lock(&pool->tasks_lock);
    if (pool->first_task)
        pool->last_task->next = task;
    else
        pool->first_task = task;
    pool->last_task = task;
    // Sequentially consistent: before the look at spinners and sleepers.
    atomic_fetch_add_explicit(&pool->waiting, 1, memory_order_seq_cst);
    weft_mutex_unlock(&pool->tasks_lock);
    if (!atomic_load_explicit(&pool->spinning, memory_order_seq_cst))
        weft_worker_pool_wake(pool, 1);
}

static void
free_pool(struct weft_worker_pool *pool) WEFT_NO_ANALYSIS
{
    weft_mutex_finish(&pool->lock);
    weft_mutex_finish(&pool->tasks_lock);
    weft_cpu_set_destroy(pool->cpus);
    free(pool->worker_of_cpu);
    free((void *)pool->sleepers);
    free(pool->workers);
    free(pool);
}

static bool
fill_pool(struct weft_worker_pool *pool, const struct weft_cpu_set *cpus)
{
    const char *wish = getenv("WEFT_THREADS");
    long threads = wish ? strtol(wish, NULL, 10) : 0;

    pool->cpus = weft_cpu_set_copy(cpus, 0, cpus->count);
    if (!pool->cpus)
        return false;
    // WEFT_THREADS: fewer workers than PUs (of every device); for measuring and for debugging.
    pool->size = threads > 0 && (unsigned long)threads < cpus->count ? (unsigned)threads : cpus->count;
    for (unsigned i = 0; i < cpus->count; ++i)
        if (cpus->cpus[i] >= pool->cpu_limit)
            pool->cpu_limit = cpus->cpus[i] + 1;
    pool->sleeper_words = (pool->size + 63) / 64;
    pool->sleepers = calloc(pool->sleeper_words, sizeof *pool->sleepers);
    pool->worker_of_cpu = malloc(pool->cpu_limit * sizeof *pool->worker_of_cpu);
    pool->workers = aligned_alloc(64, pool->size * sizeof *pool->workers);
    if (!pool->sleepers || !pool->worker_of_cpu || !pool->workers)
        return false;
    memset(pool->workers, 0, pool->size * sizeof *pool->workers);
    for (unsigned i = 0; i < pool->cpu_limit; ++i)
        pool->worker_of_cpu[i] = NO_WORKER;
    for (unsigned i = 0; i < pool->size; ++i) {
        pool->workers[i].index = i;
        pool->workers[i].pool = pool;
        if (!cpus->floats)
            pool->worker_of_cpu[cpus->cpus[i]] = i;
        pool->sleepers[i / 64] |= UINT64_C(1) << i % 64;
    }
    return true;
}

static void reap_orphans(void) WEFT_EXCLUDES(registry_lock);

struct weft_worker_pool *
weft_worker_pool_create(const struct weft_cpu_set *cpus)
{
    struct weft_worker_pool *pool = aligned_alloc(64, sizeof *pool);

    if (!pool)
        return NULL;
    pthread_once(&atfork_once, register_atfork);
    weft_exit_watch();
    reap_orphans();
    memset(pool, 0, sizeof *pool);
    weft_mutex_init(&pool->lock);
    weft_mutex_init(&pool->tasks_lock);
    if (!fill_pool(pool, cpus)) {
        pool->size = 0;
        free_pool(pool);
        return NULL;
    }
    weft_mutex_lock(&registry_lock);
    pool->next = registry;
    registry = pool;
    weft_mutex_unlock(&registry_lock);
    return pool;
}

// Ends and joins the pool's threads, the calling one excepted. False if one goes on, at the end of the process: then
// the pool stays.
static bool
stop_pool(struct weft_worker_pool *pool)
{
    bool has_stopped = true;

    weft_mutex_lock(&pool->lock);
    atomic_store_explicit(&pool->stop, true, memory_order_seq_cst);
    weft_mutex_unlock(&pool->lock);
    // From here on no thread is started.
    for (unsigned i = 0; i < pool->size; ++i) {
        struct weft_worker *worker = &pool->workers[i];
        uint64_t bit = UINT64_C(1) << i % 64;

        if (!worker->started || worker == self)
            continue;
        if (atomic_fetch_and_explicit(&pool->sleepers[i / 64], ~bit, memory_order_seq_cst) & bit)
            rouse(worker);
        if (!weft_thread_join(worker->thread)) {
            has_stopped = false;
            continue;
        }
        worker->started = false;
        atomic_store_explicit(&worker->state, WORKER_NONE, memory_order_relaxed);
        atomic_fetch_sub_explicit(&pool->running, 1, memory_order_relaxed);
    }
    return has_stopped;
}

static void
reap_orphans(void)
{
    struct weft_worker_pool *next;
    struct weft_worker_pool *list;

    if (self)
        return;
    weft_mutex_lock(&registry_lock);
    list = orphans;
    orphans = NULL;
    weft_mutex_unlock(&registry_lock);
    for (; list; list = next) {
        next = list->next;
        if (stop_pool(list))
            free_pool(list);
    }
}

void
weft_worker_pool_destroy(struct weft_worker_pool *pool)
{
    bool postponed;

    if (!pool)
        return;
    weft_mutex_lock(&registry_lock);
    for (struct weft_worker_pool **link = &registry; *link; link = &(*link)->next)
        if (*link == pool) {
            *link = pool->next;
            break;
        }
    postponed = self || pool->is_ending;
    if (pool->is_ending) {
        pool->is_abandoned = true;
    } else if (self) {
        // A worker of this pool cannot join itself, and one of another pool should not wait here.
        atomic_store_explicit(&pool->stop, true, memory_order_seq_cst); // before others see it, who may free it
        pool->next = orphans;
        orphans = pool;
    }
    weft_mutex_unlock(&registry_lock);
    if (postponed)
        return;
    reap_orphans();
    if (stop_pool(pool))
        free_pool(pool);
}

void
weft_worker_pool_shutdown_all(void)
{
    reap_orphans();
    for (;;) {
        struct weft_worker_pool *pool;
        bool abandoned;

        weft_mutex_lock(&registry_lock);
        pool = registry;
        if (pool) {
            registry = pool->next;
            pool->is_ending = true;
        }
        weft_mutex_unlock(&registry_lock);
        if (!pool)
            return;
        // Its workers, or a task that is given up, may hold what the pool belongs to.
        if (!stop_pool(pool))
            continue;
        while (weft_worker_pool_stand_in(pool))
            ;
        weft_mutex_lock(&registry_lock);
        pool->is_ending = false;
        abandoned = pool->is_abandoned;
        weft_mutex_unlock(&registry_lock);
        if (abandoned)
            free_pool(pool);
    }
}
