// SPDX-License-Identifier: Apache-2.0
// Event callbacks: a line of events, and one thread at a time that goes along it.
#define _GNU_SOURCE 1
#include "runtime/core/callbacks.h"

#include <pthread.h>
#include <time.h>

#include "runtime/base/background.h"
#include "runtime/core/event_internal.h"
#include "runtime/exec/futex.h"

// How long the thread stays when there is nothing to do: starting another one takes some 20 us.
#define STAY_NS 50000000

static struct weft_mutex lock = WEFT_MUTEX_INITIALIZER; // leaf
static cl_event first WEFT_GUARDED_BY(lock);            // retained, linked by next_in_line
static cl_event last WEFT_GUARDED_BY(lock);
static bool is_served WEFT_GUARDED_BY(lock); // a thread goes along the line
static _Atomic uint32_t news;                // futex of the thread that stays
static _Atomic bool is_ending;               // no thread stays any more
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void
before_fork(void) WEFT_NO_ANALYSIS // held until the fork is done
{
    weft_mutex_lock(&lock);
}

static void
after_fork_in_parent(void) WEFT_NO_ANALYSIS
{
    weft_mutex_unlock(&lock);
}

// What was in line is the parent's to call.
static void
after_fork_in_child(void) WEFT_NO_ANALYSIS
{
    first = last = NULL;
    is_served = false;
    weft_mutex_unlock(&lock);
}

static void
register_fork(void)
{
    (void)pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

void
weft_callbacks_add(cl_event event)
{
    weft_object_ref(event);
    event->next_in_line = NULL;
    weft_mutex_lock(&lock);
    if (first)
        last->next_in_line = event;
    else
        first = event;
    last = event;
    weft_mutex_unlock(&lock);
}

// The next event, or NULL; unless `stays`, that ends the thread's service.
static cl_event
take(bool stays)
{
    cl_event event;

    weft_mutex_lock(&lock);
    event = first;
    if (event)
        first = event->next_in_line;
    else
        is_served = stays;
    weft_mutex_unlock(&lock);
    return event;
}

// Until the line is empty, and for a while longer if it `stays`.
static void
serve(bool stays)
{
    const struct timespec while_idle = {.tv_nsec = STAY_NS};
    bool stay = stays;

    for (;;) {
        uint32_t seen = atomic_load_explicit(&news, memory_order_acquire);
        cl_event event = take(stay);

        if (event) {
            weft_event_call_back(event);
            weft_object_unref(event);
            stay = stays;
        } else if (!stay) {
            return;
        } else {
            weft_futex_wait(&news, seen, &while_idle);
            stay = atomic_load_explicit(&news, memory_order_relaxed) != seen &&
                   !atomic_load_explicit(&is_ending, memory_order_relaxed);
        }
    }
}

static void
serve_on_thread(void *unused)
{
    (void)unused;
    serve(true);
}

void
weft_callbacks_start(void)
{
    bool start;

    pthread_once(&fork_once, register_fork);
    weft_mutex_lock(&lock);
    start = first && !is_served;
    is_served |= start;
    weft_mutex_unlock(&lock);
    if (!start) {
        // Release: pairs with serve(); it looks at the line after it has seen the news.
        atomic_fetch_add_explicit(&news, 1, memory_order_release);
        weft_futex_wake(&news, 1);
    } else if (!weft_background_run(serve_on_thread, NULL)) {
        serve(false);
    }
}

void
weft_callbacks_shutdown(void)
{
    atomic_store_explicit(&is_ending, true, memory_order_relaxed);
    atomic_fetch_add_explicit(&news, 1, memory_order_release);
    weft_futex_wake(&news, 1);
}
