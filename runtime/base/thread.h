// SPDX-License-Identifier: Apache-2.0
// A mutex with clang's thread-safety annotations, what a fork leaves of threads, and joining threads at the process's
// end.
#ifndef WEFT_BASE_THREAD_H
#define WEFT_BASE_THREAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__SANITIZE_THREAD__)
#define WEFT_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WEFT_THREAD_SANITIZER
#endif
#endif
#ifdef WEFT_THREAD_SANITIZER // for the order of locks
#include <sanitizer/tsan_interface.h>
#endif

#include "runtime/base/futex.h"

#if defined(__clang__)
#define WEFT_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define WEFT_THREAD_ATTRIBUTE(x)
#endif
#define WEFT_CAPABILITY(name) WEFT_THREAD_ATTRIBUTE(capability(name))
// In C the analysis only knows `lock` as the member next to it when its address is taken (clang 22).
#define WEFT_GUARDED_BY(lock) WEFT_THREAD_ATTRIBUTE(guarded_by(&lock))
#define WEFT_REQUIRES(lock) WEFT_THREAD_ATTRIBUTE(requires_capability(lock))
#define WEFT_ACQUIRE(lock) WEFT_THREAD_ATTRIBUTE(acquire_capability(lock))
#define WEFT_RELEASE(lock) WEFT_THREAD_ATTRIBUTE(release_capability(lock))
#define WEFT_EXCLUDES(lock) WEFT_THREAD_ATTRIBUTE(locks_excluded(lock))
#define WEFT_NO_ANALYSIS WEFT_THREAD_ATTRIBUTE(no_thread_safety_analysis)

// How many forks the process descends from: who keeps it sees that other threads are gone.
extern _Atomic uint32_t weft_forks; // written in a child that has one thread
static inline uint32_t
weft_fork_count(void)
{
    return atomic_load_explicit(&weft_forks, memory_order_relaxed);
}
void weft_thread_startup(void); // at the library's load, before all else

// Why not pthread's: a lock that some other thread held at a fork is held for ever in the child, which has no such
// thread. This one knows since when it is held, and is then taken over. And a launch takes six of them, inlined.
struct WEFT_CAPABILITY("mutex") weft_mutex {
    _Atomic uint32_t
        word; // a futex. 0: free; else weft_fork_count() << 2, HELD, and WANTED if somebody may sleep for it
};
#define WEFT_MUTEX_INITIALIZER {0}
#define WEFT_MUTEX_HELD 1u
#define WEFT_MUTEX_WANTED 2u

static inline void
weft_mutex_init(struct weft_mutex *mutex)
{
    atomic_init(&mutex->word, 0);
#ifdef WEFT_THREAD_SANITIZER
    __tsan_mutex_create(mutex, __tsan_mutex_not_static);
#endif
}

bool weft_mutex_wait(struct weft_mutex *mutex);

// True if the lock was held by a thread that a fork has left in the parent: what it guards may be half done.
static inline bool
weft_mutex_lock(struct weft_mutex *mutex) WEFT_ACQUIRE(mutex) WEFT_NO_ANALYSIS
{
    uint32_t word = 0;
    bool is_taken_over = false;

#ifdef WEFT_THREAD_SANITIZER
    __tsan_mutex_pre_lock(mutex, 0);
#endif
    if (!atomic_compare_exchange_strong_explicit(&mutex->word, &word, weft_fork_count() << 2 | WEFT_MUTEX_HELD,
                                                 memory_order_acquire, memory_order_relaxed))
        is_taken_over = weft_mutex_wait(mutex);
#ifdef WEFT_THREAD_SANITIZER
    __tsan_mutex_post_lock(mutex, 0, 0);
#endif
    return is_taken_over;
}

static inline void
weft_mutex_unlock(struct weft_mutex *mutex) WEFT_RELEASE(mutex) WEFT_NO_ANALYSIS
{
#ifdef WEFT_THREAD_SANITIZER
    __tsan_mutex_pre_unlock(mutex, 0);
#endif
    if (atomic_exchange_explicit(&mutex->word, 0, memory_order_release) & WEFT_MUTEX_WANTED)
        weft_futex_wake(&mutex->word, 1);
#ifdef WEFT_THREAD_SANITIZER
    __tsan_mutex_post_unlock(mutex, 0);
#endif
}

// Joins the thread. At the end of the process nobody waits for long: false if it goes on, and then what it uses has to
// stay. All such waits together take a tenth of a second at most.
bool weft_thread_join(pthread_t thread);

#endif
