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
#include "runtime/base/futex.h"
#include "runtime/base/log.h"
#include "runtime/base/thread.h"
#include "runtime/exec/idle.h"
#include "runtime/exec/topology.h"

// How long an idle worker looks for calls before it sleeps, by weft_ticks: a few wake-ups' worth, and what it may take
// more to be called again, and to be called late, for each time the pool is twice as large.
#define LOOK_TICKS 20000u
#define LOOK_TICKS_MORE 5000u

// Address space only, until it is used: a kernel's frame, and what Weft's own functions take.
#define STACK_BYTES (WEFT_FRAME_BYTES_MAX + (size_t)1024 * 1024)

// An idle worker that nobody has called for so long, as while a program is being built, starts the next one: to create
// a thread takes 50 us, which are a first launch's otherwise. A process that the cache answers is mostly over by then.
#define START_NEXT_NS 8000000

// How long fork() waits for workers that are at work, and how often it looks.
#define FORK_WAIT_NS UINT64_C(100000000)
#define FORK_LOOK_NS 20000

enum worker_state { WORKER_NONE, WORKER_AWAKE, WORKER_LOOKS, WORKER_ASLEEP };

struct weft_worker {
    _Alignas(64) _Atomic uint32_t state; // enum worker_state; the futex it sleeps on
    struct weft_call call;               // written by who calls it
    _Atomic bool busy;                   // may hold locks and run a queue's commands
    unsigned index;
    struct weft_seat seat;
    struct weft_worker_pool *pool; // borrowed: the pool outlives its workers
    pthread_t thread;              // valid when started
    bool started;                  // under the pool's lock
    bool has_gone_on;              // its own: it has found no other one to start
};

struct weft_worker_pool {
    struct weft_ranges ranges;
    struct weft_idle idle;
    _Alignas(64) _Atomic uint32_t waiting;     // tasks in the list; what everybody looks at
    _Alignas(64) struct weft_mutex tasks_lock; // leaf
    struct weft_task *first_task WEFT_GUARDED_BY(tasks_lock);
    struct weft_task *last_task WEFT_GUARDED_BY(tasks_lock);
    // Hardly ever written while in use.
    _Alignas(64) _Atomic uint32_t running; // workers started
    _Atomic bool stop;
    unsigned size;
    unsigned look_ticks;
    const struct weft_range_work *work; // borrowed, static
    struct weft_worker *workers;        // owned array of `size`
    struct weft_cpu_set *cpus;          // owned; in machine order
    unsigned *worker_of_cpu;            // owned; by the system's number of a PU, or WEFT_NO_WORKER
    unsigned cpu_limit;                 // entries in worker_of_cpu
    struct weft_clusters clusters;
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

static bool
any_other_is_busy(void) WEFT_REQUIRES(registry_lock)
{
    for (const struct weft_worker_pool *pool = registry; pool; pool = pool->next)
        for (unsigned i = 0; i < pool->size; i++)
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
        weft_ranges_reset(&pool->ranges);
        weft_idle_reset(&pool->idle);
        pool->tasks_lock = (struct weft_mutex)WEFT_MUTEX_INITIALIZER;
        pool->first_task = pool->last_task = NULL;
        pool->waiting = 0;
        pool->running = 0;
        for (unsigned i = 0; i < pool->size; i++) {
            pool->workers[i].state = WORKER_NONE;
            pool->workers[i].busy = false;
            pool->workers[i].started = false;
            pool->workers[i].has_gone_on = false;
        }
    }
    orphans = NULL;
    self = NULL;
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

struct weft_ranges *
weft_worker_pool_ranges(struct weft_worker_pool *pool)
{
    return &pool->ranges;
}

const struct weft_clusters *
weft_worker_pool_clusters(const struct weft_worker_pool *pool)
{
    return &pool->clusters;
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
    return atomic_load_explicit(&pool->ranges.inviting, memory_order_seq_cst) != 0 ||
           atomic_load_explicit(&pool->waiting, memory_order_seq_cst) != 0;
}

bool
weft_worker_pool_has_idle(const struct weft_worker_pool *pool)
{
    return weft_idle_any(&pool->idle);
}

// The oldest task, or NULL.
static struct weft_task *
take_task(struct weft_worker_pool *pool)
{
    struct weft_task *task;

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
    struct weft_call call = worker->call;
    struct weft_task *task;

    worker->call.slot = WEFT_NO_SLOT;
    if (call.slot != WEFT_NO_SLOT && pool->work->answer(pool, &call))
        return true;
    task = take_task(pool);
    if (!task)
        return pool->work->work(pool);
    task->run(task);
    return true;
}

static bool start_next(struct weft_worker_pool *pool);

// Until somebody calls; in between, the others are started one by one.
static void
sleep_until_called(struct weft_worker *worker)
{
    static const struct timespec while_nobody_calls = {.tv_nsec = START_NEXT_NS};

    for (;;) {
        weft_futex_wait(&worker->state, WORKER_ASLEEP, worker->has_gone_on ? NULL : &while_nobody_calls);
        // Acquire: partner of call().
        if (atomic_load_explicit(&worker->state, memory_order_acquire) != WORKER_ASLEEP)
            return;
        if (!worker->has_gone_on)
            worker->has_gone_on = !start_next(worker->pool);
    }
}

// Until somebody calls.
static void
idle(struct weft_worker *worker)
{
    struct weft_worker_pool *pool = worker->pool;
    uint32_t looks = WORKER_LOOKS;
    bool look_again = false;
    uint64_t start;

    atomic_store_explicit(&worker->state, WORKER_LOOKS, memory_order_relaxed);
    weft_idle_add(&pool->idle, worker->index);
    if ((weft_worker_pool_has_work(pool) || weft_worker_pool_stopping(pool)) &&
        weft_idle_remove(&pool->idle, worker->index, &look_again)) {
        atomic_store_explicit(&worker->state, WORKER_AWAKE, memory_order_relaxed);
        if (look_again)
            weft_worker_pool_wake(pool);
        return;
    } // else somebody has taken the worker, and is about to call it
    start = weft_ticks();
    // A single worker would only keep the PU from who calls it.
    while (pool->size > 1 && weft_ticks() - start < pool->look_ticks) {
        for (int i = 0; i < 16; i++)
            weft_pause();
        // Acquire: partner of call().
        if (atomic_load_explicit(&worker->state, memory_order_acquire) == WORKER_AWAKE)
            return;
    }
    if (!atomic_compare_exchange_strong_explicit(&worker->state, &looks, WORKER_ASLEEP, memory_order_acquire,
                                                 memory_order_acquire))
        return;
    sleep_until_called(worker);
}

static void *
worker_main(void *data)
{
    struct weft_worker *worker = data;
    struct weft_worker_pool *pool = worker->pool;

    self = worker;
    pthread_setname_np(pthread_self(), "weft-worker");
    while (!weft_worker_pool_stopping(pool)) {
        bool worked;

        atomic_store_explicit(&worker->busy, true, memory_order_relaxed);
        worked = work_once(worker);
        atomic_store_explicit(&worker->busy, false, memory_order_release); // pairs with any_other_is_busy
        if (!worked)
            idle(worker);
    }
    return NULL;
}

static void *
find_place_and_work(void *data)
{
    struct weft_worker *worker = data;

    weft_topology_pin_current_thread(worker->pool->cpus, worker->index);
    return worker_main(worker);
}

// With its place, if it is to have one from the start: it would wait for its creator to leave its PU, for milliseconds.
static bool
create_thread(struct weft_worker *worker, bool has_place)
{
    pthread_attr_t attributes;
    bool created;

    if (pthread_attr_init(&attributes))
        return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setguardsize(&attributes, 64 * 1024);
    created = (!has_place || weft_topology_pin_new_thread(&attributes, worker->pool->cpus, worker->index)) &&
              pthread_create(&worker->thread, &attributes, has_place ? worker_main : find_place_and_work, worker) == 0;
    pthread_attr_destroy(&attributes);
    return created;
}

static bool
start_worker(struct weft_worker *worker)
{
    struct weft_worker_pool *pool = worker->pool;
    sigset_t all;
    sigset_t before;
    bool started = false;

    weft_mutex_lock(&pool->lock);
    if (!weft_worker_pool_stopping(pool)) {
        // A new thread inherits the mask; the application's signals are for its own threads.
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        atomic_store_explicit(&worker->state, WORKER_AWAKE, memory_order_relaxed);
        started = create_thread(worker, true) || create_thread(worker, false); // the system may refuse the place
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        worker->started = started;
        if (started)
            atomic_fetch_add_explicit(&pool->running, 1, memory_order_relaxed);
        else
            atomic_store_explicit(&worker->state, WORKER_NONE, memory_order_relaxed);
    }
    weft_mutex_unlock(&pool->lock);
    return started;
}

// The caller has taken the worker out of the idle ones. False if the thread cannot be started: it is idle again.
static bool
call_worker(struct weft_worker *worker, const struct weft_call *call)
{
    worker->call = *call;
    if (atomic_load_explicit(&worker->state, memory_order_relaxed) == WORKER_NONE) {
        if (start_worker(worker))
            return true;
        weft_idle_add(&worker->pool->idle, worker->index);
        if (!weft_worker_pool_stopping(worker->pool))
            weft_log_message(WEFT_LOG_WARN, "worker thread %u could not be started", worker->index);
        return false;
    }
    // Release: partner of the idle worker's acquire.
    if (atomic_exchange_explicit(&worker->state, WORKER_AWAKE, memory_order_acq_rel) == WORKER_ASLEEP)
        weft_futex_wake(&worker->state, 1);
    return true;
}

// False if all are started, or another one cannot be.
static bool
start_next(struct weft_worker_pool *pool)
{
    static const struct weft_call anything = {.slot = WEFT_NO_SLOT};
    bool look_again = false, is_started = false;

    for (unsigned i = 0; i < pool->size && !weft_worker_pool_stopping(pool); i++) {
        if (atomic_load_explicit(&pool->workers[i].state, memory_order_relaxed) != WORKER_NONE ||
            !weft_idle_remove(&pool->idle, i, &look_again))
            continue;
        is_started = call_worker(&pool->workers[i], &anything);
        break;
    }
    if (look_again)
        weft_worker_pool_wake(pool);
    return is_started;
}

// The worker of the PU that a thread of the application runs on; WEFT_NO_WORKER if there is none.
static unsigned
worker_of_this_pu(const struct weft_worker_pool *pool)
{
    int cpu = sched_getcpu();

    return cpu >= 0 && (unsigned)cpu < pool->cpu_limit ? pool->worker_of_cpu[cpu] : WEFT_NO_WORKER;
}

static struct weft_seat
seat_of(const struct weft_worker_pool *pool, unsigned worker)
{
    return worker < pool->size ? pool->workers[worker].seat : (struct weft_seat){0};
}

struct weft_seat
weft_worker_pool_seat(const struct weft_worker_pool *pool)
{
    return self && self->pool == pool ? self->seat : seat_of(pool, worker_of_this_pu(pool));
}

static bool
take_and_call(struct weft_worker_pool *pool, const struct weft_call *call, const struct weft_idle_search *search)
{
    static const struct weft_call anything = {.slot = WEFT_NO_SLOT};
    struct weft_idle_search any = {.clusters = UINT64_MAX, .home = search->home, .avoid = WEFT_NO_WORKER};
    bool has_called = false, look_again = false;
    unsigned worker;

    if (weft_worker_pool_stopping(pool))
        return false;
    worker = weft_idle_take(&pool->idle, search, &look_again);
    if (worker != WEFT_NO_WORKER)
        has_called = call_worker(&pool->workers[worker], call);
    // Who missed an idle worker because of us has added its work before.
    while (look_again && weft_worker_pool_has_work(pool)) {
        look_again = false;
        worker = weft_idle_take(&pool->idle, &any, &look_again);
        if (worker != WEFT_NO_WORKER)
            call_worker(&pool->workers[worker], &anything);
    }
    return has_called;
}

bool
weft_worker_pool_call(struct weft_worker_pool *pool, const struct weft_call *call, unsigned home)
{
    struct weft_idle_search search = {.clusters = UINT64_MAX, .home = home, .avoid = WEFT_NO_WORKER};

    if (call->first < call->end)
        search.clusters = UINT64_MAX << call->first & UINT64_MAX >> (WEFT_CLUSTERS_MAX - call->end);
    if (!self)
        search.avoid = worker_of_this_pu(pool);
    return take_and_call(pool, call, &search);
}

void
weft_worker_pool_wake(struct weft_worker_pool *pool)
{
    static const struct weft_call anything = {.slot = WEFT_NO_SLOT};
    struct weft_idle_search search = {.clusters = UINT64_MAX, .avoid = WEFT_NO_WORKER};

    if (!weft_idle_any(&pool->idle))
        return;
    search.avoid = self ? WEFT_NO_WORKER : worker_of_this_pu(pool);
    search.home = self && self->pool == pool ? self->seat.cluster : seat_of(pool, search.avoid).cluster;
    if (take_and_call(pool, &anything, &search) || search.avoid == WEFT_NO_WORKER)
        return;
    search.avoid = WEFT_NO_WORKER;
    take_and_call(pool, &anything, &search);
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
    // Sequentially consistent: before the look at who is idle.
    atomic_fetch_add_explicit(&pool->waiting, 1, memory_order_seq_cst);
    weft_mutex_unlock(&pool->tasks_lock);
    weft_worker_pool_wake(pool);
}

static void
free_pool(struct weft_worker_pool *pool) WEFT_NO_ANALYSIS
{
    weft_cpu_set_destroy(pool->cpus);
    free(pool->worker_of_cpu);
    weft_idle_finish(&pool->idle);
    weft_ranges_finish(&pool->ranges);
    free(pool->workers);
    free(pool);
}

// WEFT_THREADS: fewer workers than PUs (of every device); for measuring and for debugging.
static unsigned
count_workers(unsigned cpus)
{
    const char *wish = getenv("WEFT_THREADS");
    long threads = wish ? strtol(wish, NULL, 10) : 0;

    if (threads > 0 && (unsigned long)threads < cpus)
        cpus = (unsigned)threads;
    return cpus < WEFT_WORKERS_MAX ? cpus : WEFT_WORKERS_MAX;
}

// Keeps `size` of the places, the first PUs of cores before others. The order stays.
static void
choose_places(struct weft_place *places, unsigned count, unsigned size)
{
    unsigned left[WEFT_IDLE_RANKS] = {0};
    unsigned kept = 0;

    for (unsigned i = 0; i < count; i++)
        left[WEFT_IDLE_FIRST] += i == 0 || places[i].core != places[i - 1].core;
    left[WEFT_IDLE_FIRST] = left[WEFT_IDLE_FIRST] < size ? left[WEFT_IDLE_FIRST] : size;
    left[WEFT_IDLE_SIBLING] = size - left[WEFT_IDLE_FIRST];
    for (unsigned i = 0, core = ~0u; i < count; i++) {
        unsigned *of_rank = &left[places[i].core != core ? WEFT_IDLE_FIRST : WEFT_IDLE_SIBLING];

        core = places[i].core;
        if (*of_rank > 0) {
            --*of_rank;
            places[kept++] = places[i];
        }
    }
}

static bool
fill_pool(struct weft_worker_pool *pool, const struct weft_cpu_set *cpus)
{
    struct weft_place *places = malloc(cpus->count * sizeof(*places));
    bool is_filled = false;

    pool->size = count_workers(cpus->count);
    pool->look_ticks = LOOK_TICKS;
    for (unsigned size = pool->size; size > 2; size /= 2)
        pool->look_ticks += LOOK_TICKS_MORE;
    pool->cpus = weft_cpu_set_copy(cpus, 0, cpus->count);
    pool->workers = aligned_alloc(64, pool->size * sizeof(*pool->workers));
    if (!places || !pool->cpus || !pool->workers)
        goto out;
    weft_topology_places(cpus, places);
    choose_places(places, cpus->count, pool->size);
    weft_clusters_make(&pool->clusters, places, pool->size);
    memset(pool->workers, 0, pool->size * sizeof(*pool->workers));
    for (unsigned i = 0; i < pool->size; i++) {
        pool->cpus->cpus[i] = places[i].cpu;
        if (places[i].cpu >= pool->cpu_limit)
            pool->cpu_limit = places[i].cpu + 1;
    }
    pool->worker_of_cpu = malloc(pool->cpu_limit * sizeof(*pool->worker_of_cpu));
    if (!pool->worker_of_cpu)
        goto out;
    for (unsigned i = 0; i < pool->cpu_limit; i++)
        pool->worker_of_cpu[i] = WEFT_NO_WORKER;
    for (unsigned c = 0; c < pool->clusters.count; c++)
        for (unsigned i = pool->clusters.first[c]; i < pool->clusters.first[c + 1]; i++) {
            pool->workers[i].index = i;
            pool->workers[i].seat =
                (struct weft_seat){c, 2 * i >= pool->clusters.first[c] + pool->clusters.first[c + 1]};
            pool->workers[i].pool = pool;
            if (!cpus->floats)
                pool->worker_of_cpu[places[i].cpu] = i;
        }
    is_filled =
        weft_ranges_init(&pool->ranges, &pool->clusters) && weft_idle_init(&pool->idle, &pool->clusters, places);
out:
    free(places);
    return is_filled;
}

static void reap_orphans(void) WEFT_EXCLUDES(registry_lock);

struct weft_worker_pool *
weft_worker_pool_create(const struct weft_cpu_set *cpus, const struct weft_range_work *work)
{
    struct weft_worker_pool *pool = aligned_alloc(64, sizeof(*pool));

    if (!pool)
        return NULL;
    pthread_once(&atfork_once, register_atfork);
    weft_exit_watch();
    reap_orphans();
    memset(pool, 0, sizeof(*pool));
    pool->work = work;
    weft_mutex_init(&pool->lock);
    weft_mutex_init(&pool->tasks_lock);
    if (!fill_pool(pool, cpus)) {
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
    // From here on no thread is started. All are called before the first one is waited for: they end side by side.
    for (unsigned i = 0; i < pool->size; i++) {
        struct weft_worker *worker = &pool->workers[i];
        bool look_again = false;

        if (worker->started && worker != self && weft_idle_remove(&pool->idle, i, &look_again))
            call_worker(worker, &(struct weft_call){.slot = WEFT_NO_SLOT});
    }
    for (unsigned i = 0; i < pool->size; i++) {
        struct weft_worker *worker = &pool->workers[i];

        if (!worker->started || worker == self)
            continue;
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
