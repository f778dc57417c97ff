// SPDX-License-Identifier: Apache-2.0
// The clock, which sets user events when they are due, and the watchdog, which ends what hangs and says where.
#include "runtime/tests/stress/stress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LATEST_US 3000u // when a user event is set

static pthread_t clock_thread;

static void
pause_us(long microseconds)
{
    const struct timespec time = {.tv_nsec = microseconds * 1000};

    nanosleep(&time, NULL);
}

// Sets what is due; false if there is nothing left to set.
static bool
look_at(struct stress_thread *thread)
{
    bool is_left = false;

    for (unsigned i = 0; i < DUE; i++) {
        struct due *due = &thread->due[i];
        cl_event event = atomic_load_explicit(&due->event, memory_order_acquire);

        if (!event)
            continue;
        if (due->at_ns > now_ns()) {
            is_left = true;
            continue;
        }
        SUCCESS(clSetUserEventStatus(event, due->status));
        atomic_store_explicit(&due->event, NULL, memory_order_release);
        SUCCESS(clReleaseEvent(event));
    }
    return is_left;
}

static void *
run_clock(void *unused)
{
    bool is_left = true;
    bool stops = false;

    while (is_left || !stops) {
        // Before the round: what a thread has set since it was looked at comes in the next one.
        stops = atomic_load_explicit(&world.stop_clock, memory_order_acquire);
        is_left = false;
        for (unsigned i = 0; i < world.options.threads; i++)
            is_left |= look_at(&world.threads[i]);
        pause_us(200);
    }
    return unused;
}

void
start_clock(void)
{
    if (pthread_create(&clock_thread, NULL, run_clock, NULL))
        FAIL("the clock could not be started");
}

void
stop_clock(void)
{
    atomic_store_explicit(&world.stop_clock, true, memory_order_release);
    pthread_join(clock_thread, NULL);
}

void
set_later(cl_event event, cl_int status)
{
    const uint64_t at_ns = now_ns() + draw(LATEST_US) * UINT64_C(1000);

    SUCCESS(clRetainEvent(event));
    for (unsigned i = 0; i < DUE; i++) {
        struct due *due = &me->due[i];

        if (atomic_load_explicit(&due->event, memory_order_acquire))
            continue;
        due->at_ns = at_ns;
        due->status = status;
        atomic_store_explicit(&due->event, event, memory_order_release);
        return;
    }
    SUCCESS(clSetUserEventStatus(event, status));
    SUCCESS(clReleaseEvent(event));
}

static void
report(const struct stress_thread *hung)
{
    fprintf(stderr, "stress: hung, seed %" PRIu64 ": nothing happened for %u s in\n", world.options.seed,
            world.options.patience_s);
    for (unsigned i = 0; i <= world.options.threads; i++) {
        const struct stress_thread *thread = &world.threads[i];
        const char *what = atomic_load_explicit(&thread->doing, memory_order_relaxed);
        const uint64_t since = atomic_load_explicit(&thread->since_ns, memory_order_relaxed);

        if (what)
            fprintf(stderr, "stress: %s thread %u, for %.1f s: %s\n", thread == hung ? "->" : "  ", i,
                    (double)(now_ns() - since) * 1e-9, what);
    }
    for (int i = 0; i < TICKET_KINDS; i++)
        fprintf(stderr, "stress: callbacks of kind %d: %" PRIu64 " of %" PRIu64 " have come\n", i,
                atomic_load(&world.called[i]), atomic_load(&world.registered[i]));
    abort();
}

static void *
run_watch(void *unused)
{
    for (;;) {
        pause_us(500000);
        for (unsigned i = 0; i <= world.options.threads; i++) {
            const struct stress_thread *thread = &world.threads[i];
            const uint64_t since = atomic_load_explicit(&thread->since_ns, memory_order_relaxed);
            const uint64_t now = now_ns();

            if (atomic_load_explicit(&thread->doing, memory_order_relaxed) && now > since &&
                now - since > world.options.patience_s * UINT64_C(1000000000))
                report(thread);
        }
    }
    return unused;
}

void
start_watch(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, run_watch, NULL))
        FAIL("the watchdog could not be started");
    pthread_detach(thread);
}
