// SPDX-License-Identifier: Apache-2.0
// The annotated mutex's start and end, and joining threads.
#define _GNU_SOURCE 1
#include "runtime/base/thread.h"

#include <time.h>

#include "runtime/base/exit_watch.h"

#define EXIT_WAIT_NS 100000000

#include <stddef.h>

void
weft_mutex_init(struct weft_mutex *mutex)
{
    pthread_mutex_init(&mutex->pthread, NULL);
}

void
weft_mutex_finish(struct weft_mutex *mutex)
{
    pthread_mutex_destroy(&mutex->pthread);
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
