// SPDX-License-Identifier: Apache-2.0
// The pool and its scheduler as they are, compiled for the simulated machine: every atomic access, lock, sleep, clock
// and thread is its own.
#define _GNU_SOURCE 1
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/exit_watch.h"
#include "runtime/base/log.h"
#include "runtime/base/opencl.h"
#include "runtime/base/thread.h"
#include "runtime/exec/arena.h"
#include "runtime/exec/topology.h"
#include "runtime/tests/simulation/machine.h"

// runtime/base/futex.h
#define WEFT_BASE_FUTEX_H
#define weft_futex_wait(word, seen, limit) ((void)(limit), sim_wait(word, seen))
#define weft_futex_wake(word, threads) sim_wake(word)
#define weft_pause() sim_spend(SIM_PAUSE_NS)
#define weft_ticks() sim_now()
#define weft_clock_ns() sim_now()

#undef atomic_thread_fence
#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_exchange_explicit
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or_explicit
#undef atomic_fetch_and_explicit
#define atomic_load_explicit(object, order) (sim_access(object, false), *(object))
#define atomic_store_explicit(object, value, order) (sim_access(object, true), (void)(*(object) = (value)))
#define UPDATE(object, new_value)                                                                                      \
    __extension__({                                                                                                    \
        sim_access(object, true);                                                                                      \
        __typeof__(+*(object)) old = *(object);                                                                        \
        *(object) = (__typeof__(old))(new_value);                                                                      \
        old;                                                                                                           \
    })
#define atomic_exchange_explicit(object, value, order) UPDATE(object, value)
#define atomic_fetch_add_explicit(object, value, order) UPDATE(object, old + (value))
#define atomic_fetch_sub_explicit(object, value, order) UPDATE(object, old - (value))
#define atomic_fetch_or_explicit(object, value, order) UPDATE(object, old | (value))
#define atomic_fetch_and_explicit(object, value, order) UPDATE(object, old &(value))
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure)                             \
    __extension__({                                                                                                    \
        sim_access(object, true);                                                                                      \
        __typeof__(+*(object)) old = *(object);                                                                        \
        bool is_equal = old == *(expected);                                                                            \
        if (is_equal)                                                                                                  \
            *(object) = (value);                                                                                       \
        else                                                                                                           \
            *(expected) = old;                                                                                         \
        is_equal;                                                                                                      \
    })
#define atomic_compare_exchange_weak_explicit atomic_compare_exchange_strong_explicit
#define atomic_thread_fence(order) ((void)0)

#define weft_mutex_lock(mutex) sim_lock(mutex)
#define weft_mutex_unlock(mutex) sim_unlock(mutex)
#define sched_getcpu() ((int)sim_cpu())
#define pthread_create(thread, attributes, function, data) (*(thread) = 0, start_thread(function, data))
#define pthread_atfork(prepare, parent, child) ((void)(prepare), (void)(parent), (void)(child))
#define pthread_setname_np(thread, name) ((void)0)
#define weft_thread_join(thread) true
#define nanosleep(time, rest) ((void)(time), sim_spend(20000))
#define weft_topology_pin_current_thread(set, index) sim_move((set)->cpus[index])
#define weft_topology_pin_new_thread(attributes, set, index) false
#define weft_arena_acquire(bytes, frame_bytes) NULL
#define weft_arena_release(arena) ((void)(arena))
#define weft_arena_call(arena, function, data) function(data)

struct thread_start {
    void *(*function)(void *data);
    void *data;
};

static void
run_thread(void *data)
{
    struct thread_start start = *(struct thread_start *)data;

    free(data);
    start.function(start.data);
}

static int
start_thread(void *(*function)(void *data), void *data)
{
    struct thread_start *start = malloc(sizeof(*start));

    *start = (struct thread_start){function, data};
    sim_start(run_thread, start, 0, false);
    return 0;
}

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wthread-safety" // the machine's locks are not annotated
#endif

#include "runtime/exec/clusters.c"
#include "runtime/exec/idle.c"
#include "runtime/exec/ranges.c"
#include "runtime/exec/worker_pool.c"

#include "runtime/exec/scheduler.c"

_Static_assert(sizeof(shares) <= sizeof(((struct sim_locals *)0)->shares), "room for a thread's locals");

void
sim_swap_locals(struct sim_locals *out, const struct sim_locals *in)
{
    out->self = self;
    memcpy(out->shares, &shares, sizeof(shares));
    self = in->self;
    memcpy(&shares, in->shares, sizeof(shares));
}
