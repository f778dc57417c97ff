// SPDX-License-Identifier: Apache-2.0
// Waiting for the mutex, counting forks, joining threads.
#define _GNU_SOURCE 1
#include "runtime/base/thread.h"

#include <stddef.h>
#include <time.h>

#include "runtime/base/exit_watch.h"

#define EXIT_WAIT_NS 100000000
#define LOOKS 50u // for a mutex, before a thread sleeps

_Atomic uint32_t weft_forks;

static void
count_fork(void)
{
    atomic_fetch_add_explicit(&weft_forks, 1, memory_order_relaxed);
}

void
weft_thread_startup(void)
{
    // The first to be registered is the first to be called in the child: others may take locks.
    (void)pthread_atfork(NULL, NULL, count_fork);
}

bool
weft_mutex_wait(struct weft_mutex *mutex)
{
    uint32_t own = weft_fork_count() << 2 | WEFT_MUTEX_HELD;

    for (unsigned looks = 0;; looks++) {
        uint32_t word = atomic_load_explicit(&mutex->word, memory_order_relaxed);
        bool is_left = word && word >> 2 != own >> 2;

        if (looks == LOOKS)
            own |= WEFT_MUTEX_WANTED; // from here on: whoever slept does not know who else does
        if (!word || is_left) {
            if (atomic_compare_exchange_weak_explicit(&mutex->word, &word, own, memory_order_acquire,
                                                      memory_order_relaxed))
                return is_left;
        } else if (looks < LOOKS) {
            weft_pause();
        } else if (word & WEFT_MUTEX_WANTED ||
                   atomic_compare_exchange_weak_explicit(&mutex->word, &word, word | WEFT_MUTEX_WANTED,
                                                         memory_order_relaxed, memory_order_relaxed)) {
            weft_futex_wait(&mutex->word, word | WEFT_MUTEX_WANTED, NULL);
        }
    }
}

#ifdef __GLIBC__
// When waiting ends: counted from the first thread that is waited for at the end of the process.
static struct timespec
exit_deadline(void)
{
    static struct timespec deadline; // at the end of the process one thread joins the others

    if (!deadline.tv_sec) {
        clock_gettime(CLOCK_REALTIME, &deadline); // the clock that ThreadSanitizer knows a join with
        deadline.tv_nsec += EXIT_WAIT_NS;
        if (deadline.tv_nsec >= 1000000000) {
            deadline.tv_nsec -= 1000000000;
            deadline.tv_sec++;
        }
    }
    return deadline;
}
#endif

bool
weft_thread_join(pthread_t thread)
{
    if (pthread_equal(thread, pthread_self()))
        return false; // exit() in a callback
#ifdef __GLIBC__
    if (weft_exit_begun()) {
        const struct timespec deadline = exit_deadline();

        return pthread_timedjoin_np(thread, NULL, &deadline) == 0;
    }
#endif
    pthread_join(thread, NULL);
    return true;
}
