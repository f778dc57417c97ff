// SPDX-License-Identifier: Apache-2.0
// Callbacks: a line of what they are due of, and one thread at a time that goes along it.
#define _GNU_SOURCE 1
#include "runtime/queue/callbacks.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "runtime/base/background.h"
#include "runtime/base/fork.h"
#include "runtime/base/futex.h"
#include "runtime/base/thread.h"

// How long the thread stays when there is nothing to do: starting another one takes some 20 us.
#define STAY_NS 50000000

static struct weft_mutex line_lock = WEFT_MUTEX_INITIALIZER;        // leaf
static struct weft_callbacks_due *first WEFT_GUARDED_BY(line_lock); // borrowed
static struct weft_callbacks_due *last WEFT_GUARDED_BY(line_lock);
static bool is_served WEFT_GUARDED_BY(line_lock); // a thread goes along the line
static _Atomic uint32_t news;                     // futex of the thread that stays
static _Atomic bool is_ending;                    // no thread stays any more

// In the child of a fork: what was in line is the parent's to call.
static void
forget_line(void) WEFT_NO_ANALYSIS
{
    first = last = NULL;
    is_served = false;
}

static struct weft_fork_lock fork_lock = {.lock = &line_lock, .in_child = forget_line};

void
weft_callbacks_add(struct weft_callbacks_due *due)
{
    due->next = NULL;
    weft_mutex_lock(&line_lock);
    if (first)
        last->next = due;
    else
        first = due;
    last = due;
    weft_mutex_unlock(&line_lock);
}

// The next in line, or NULL; unless `stays`, that ends the thread's service.
static struct weft_callbacks_due *
take(bool stays)
{
    struct weft_callbacks_due *due;

    weft_mutex_lock(&line_lock);
    due = first;
    if (due)
        first = due->next;
    else
        is_served = stays;
    weft_mutex_unlock(&line_lock);
    return due;
}

// Until the line is empty, and for a while longer if it `stays`.
static void
serve(bool stays)
{
    const struct timespec while_idle = {.tv_nsec = STAY_NS};
    bool stay = stays;

    for (;;) {
        uint32_t seen = atomic_load_explicit(&news, memory_order_acquire);
        struct weft_callbacks_due *due = take(stay);

        if (due) {
            due->call(due);
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

    weft_fork_takes(&fork_lock);
    weft_mutex_lock(&line_lock);
    start = first && !is_served;
    is_served |= start;
    weft_mutex_unlock(&line_lock);
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
