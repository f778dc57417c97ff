// SPDX-License-Identifier: Apache-2.0
// A mutex with clang's thread-safety annotations, and joining threads at the process's end.
#ifndef WEFT_BASE_THREAD_H
#define WEFT_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

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

struct WEFT_CAPABILITY("mutex") weft_mutex {
    pthread_mutex_t pthread;
};
#define WEFT_MUTEX_INITIALIZER {PTHREAD_MUTEX_INITIALIZER}

// Joins the thread. At the end of the process nobody waits for long: false if it goes on, and then what it uses has to
// stay. All such waits together take a tenth of a second at most.
bool weft_thread_join(pthread_t thread);

void weft_mutex_init(struct weft_mutex *mutex);
void weft_mutex_finish(struct weft_mutex *mutex);

static inline void
weft_mutex_lock(struct weft_mutex *mutex) WEFT_ACQUIRE(mutex) WEFT_NO_ANALYSIS
{
    pthread_mutex_lock(&mutex->pthread);
}

static inline void
weft_mutex_unlock(struct weft_mutex *mutex) WEFT_RELEASE(mutex) WEFT_NO_ANALYSIS
{
    pthread_mutex_unlock(&mutex->pthread);
}

#endif
