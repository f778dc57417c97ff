// SPDX-License-Identifier: Apache-2.0
// Ranges, tasks and the worker pool beneath them.
#include "runtime/exec/scheduler.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler/kernel_abi.h"
#include "runtime/core/device.h"
#include "runtime/exec/topology.h"
#include "runtime/tests/emulator.h"
#include "runtime/tests/exec/objects.h"
#include "runtime/tests/sanitizers.h"

#define COUNT 100000u

static _Atomic unsigned char seen[COUNT];
static _Atomic uint64_t on_workers;
static _Atomic uint64_t without_arena;
static unsigned work;

static void
visit(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    if (range->arena_bytes && (!arena || arena->bytes < range->arena_bytes))
        atomic_fetch_add(&without_arena, 1);
    else if (range->arena_bytes)
        memset(arena->memory - WEFT_LOCAL_MARGIN, 1, arena->bytes + 2 * WEFT_LOCAL_MARGIN);
    if (weft_on_worker())
        atomic_fetch_add(&on_workers, end - begin);
    for (uint64_t i = begin; i < end; ++i) {
        atomic_fetch_add_explicit(&seen[i], 1, memory_order_relaxed);
        for (unsigned w = 0; w < work; ++w)
            __asm__ volatile("");
    }
}

static void
check_all_seen(uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i)
        assert_int_equal(seen[i], 1);
    memset((void *)seen, 0, sizeof seen);
    assert_int_equal(without_arena, 0);
}

static struct weft_worker_pool *
pool(void)
{
    return weft_device_pool(test_device());
}

static _Atomic uint64_t ends;

static void
count_end(struct weft_range *range)
{
    (void)range;
    atomic_fetch_add(&ends, 1);
}

// Starts the range, and waits for those who are still at it. Not for threads that run ranges at once.
static cl_int
run_range(struct weft_range *range)
{
    cl_int err;

    ends = 0;
    range->end = count_end;
    err = weft_range_start(pool(), range);
    if (err != WEFT_LEFT)
        return err;
    test_await(&ends, 1);
    return CL_SUCCESS;
}

static void
every_index_runs_once(void **state)
{
    const uint64_t counts[] = {0, 1, 2, 3, 17, 1000, COUNT};

    (void)state;
    for (work = 0; work <= 2000; work += 1000)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
            struct weft_range range = {.run = visit, .count = work ? counts[i] / 10 : counts[i]};

            assert_success(run_range(&range));
            check_all_seen(range.count);
        }
    work = 0;
}

static void
awaited_ranges_are_done(void **state)
{
    (void)state;
    for (work = 0; work <= 2000; work += 500)
        for (uint64_t grain = 0; grain <= 100; grain += 50) {
            struct weft_awaited_range awaited = {.range = {.run = visit, .count = 5000, .grain = grain}};

            weft_range_run(pool(), &awaited);
            check_all_seen(5000);
        }
    work = 0;
}

static _Atomic uint64_t tasks_done;

static void
await_a_range(struct weft_task *task)
{
    struct weft_awaited_range awaited = {.range = {.run = visit, .count = 1000, .grain = 10}};

    (void)task;
    weft_range_run(pool(), &awaited);
    atomic_fetch_add(&tasks_done, 1);
}

static void
a_worker_runs_an_awaited_range_itself(void **state)
{
    struct weft_task task = {.run = await_a_range};

    (void)state;
    on_workers = tasks_done = 0;
    weft_worker_pool_submit(pool(), &task);
    test_await(&tasks_done, 1);
    assert_int_equal(on_workers, 1000);
    check_all_seen(1000);
}

static void
chunks_respect_the_grain(void **state)
{
    struct weft_range range = {.run = visit, .count = COUNT, .grain = 1000};

    (void)state;
    assert_success(run_range(&range));
    check_all_seen(COUNT);
}

static void
each_thread_has_an_arena(void **state)
{
    (void)state;
    work = 500;
    for (size_t bytes = 1; bytes < 4000000; bytes *= 7) {
        struct weft_range range = {.run = visit, .count = 500, .arena_bytes = bytes};

        assert_success(run_range(&range));
        check_all_seen(500);
    }
    work = 0;
}

static void
impossible_arena_returns_CL_OUT_OF_RESOURCES(void **state)
{
    struct weft_range range = {.run = visit, .count = 5, .arena_bytes = SIZE_MAX / 2};

    (void)state;
    assert_error(run_range(&range), CL_OUT_OF_RESOURCES);
}

enum { FRAME_BYTES = 20 << 20 }; // more than any thread of an application has by default

__attribute__((noinline)) static void
visit_with_a_frame(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    volatile unsigned char frame[FRAME_BYTES];

    for (size_t i = 0; i < sizeof frame; i += 4096)
        frame[i] = 1;
    visit(range, arena, begin, end);
    frame[0] = 2;
}

static void *
run_with_a_frame(void *unused)
{
    struct weft_range range = {.run = visit_with_a_frame, .count = 100, .frame_bytes = FRAME_BYTES, .arena_bytes = 100};

    assert_success(run_range(&range));
    return unused;
}

static void
frames_fit_on_every_thread(void **state)
{
    pthread_attr_t attributes;
    pthread_t thread;

    (void)state;
    run_with_a_frame(NULL);
    check_all_seen(100);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    assert_int_equal(pthread_create(&thread, &attributes, run_with_a_frame, NULL), 0);
    pthread_join(thread, NULL);
    check_all_seen(100);
}

static void
impossible_frame_returns_CL_OUT_OF_RESOURCES(void **state)
{
    struct weft_range range = {.run = visit, .count = 5, .frame_bytes = WEFT_FRAME_BYTES_MAX + 1};

    (void)state;
    assert_error(run_range(&range), CL_OUT_OF_RESOURCES);
}

// A second arena of the thread, as long as the first is in use.
static void
arenas_nest(void **state)
{
    struct weft_arena *outer = weft_arena_acquire(100, 1000), *inner = weft_arena_acquire(200, 0), *again;

    (void)state;
    assert_true(outer && inner && outer != inner && outer->memory != inner->memory);
    weft_arena_release(inner);
    weft_arena_release(outer);
    again = weft_arena_acquire(50, 500);
    assert_ptr_equal(again, outer);
    weft_arena_release(again);
    weft_arena_release(NULL);
}

struct sum {
    struct weft_range range; // first
    _Atomic uint64_t sum;
    _Atomic uint64_t ended;
};

static void *
prepare_an_arena(void *data)
{
    struct weft_arena *arena;
    unsigned char *stack;

    (void)data;
    weft_arena_prepare();
    weft_arena_prepare();
    arena = weft_arena_acquire(0, 1000);
    stack = arena->stack;
    weft_arena_prepare(); // not while it is in use
    weft_arena_release(arena);
    arena = weft_arena_acquire(100, 40000);
    if (arena->stack != stack)
        stack = NULL; // it would have had room
    weft_arena_release(arena);
    return stack;
}

static void
arenas_are_prepared(void **state)
{
    pthread_t thread;
    void *stack;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, prepare_an_arena, NULL), 0);
    assert_int_equal(pthread_join(thread, &stack), 0);
    assert_non_null(stack);
}

static void
add_indices(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    (void)arena;
    atomic_fetch_add(&((struct sum *)range)->sum, end - begin);
}

static void
note_end(struct weft_range *range)
{
    atomic_store(&((struct sum *)range)->ended, 1);
}

static bool
has_ended(void *sum)
{
    return atomic_load(&((struct sum *)sum)->ended);
}

static void *
sum_many(void *grain)
{
    for (int i = 0; i < 300; ++i) {
        struct sum sum = {.range = {.run = add_indices, .end = note_end, .count = 10000, .owner = &sum}};

        sum.range.grain = *(uint64_t *)grain;
        if (weft_range_start(pool(), &sum.range) == WEFT_LEFT)
            while (!has_ended(&sum))
                weft_ranges_help(pool(), &sum, has_ended, &sum);
        assert_int_equal(sum.sum, 10000);
    }
    return NULL;
}

static void
several_threads_run_ranges_at_once(void **state)
{
    static uint64_t grains[] = {0, 1, 100, 7000};
    pthread_t threads[4];

    (void)state;
    for (int i = 0; i < 4; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, sum_many, &grains[i]), 0);
    for (int i = 0; i < 4; ++i)
        pthread_join(threads[i], NULL);
}

static _Atomic uint64_t tasks_run;

static void
run_task(struct weft_task *task)
{
    atomic_fetch_add(&on_workers, weft_on_worker() ? 1 : 0);
    free(task);
    atomic_fetch_add(&tasks_run, 1);
}

static void
submitted_tasks_run_on_workers(void **state)
{
    (void)state;
    on_workers = tasks_run = 0;
    for (int i = 0; i < 1000; ++i) {
        struct weft_task *task = calloc(1, sizeof *task);

        task->run = run_task;
        weft_worker_pool_submit(pool(), task);
    }
    test_await(&tasks_run, 1000);
    assert_int_equal(on_workers, 1000);
}

static void
pool_ends_with_its_threads(void **state)
{
    struct weft_cpu_set *cpus = weft_topology_process_cpus();

    (void)state;
    tasks_run = 0;
    for (int i = 0; i < 20; ++i) {
        struct weft_worker_pool *own = weft_scheduler_create_pool(cpus);
        struct weft_task *task = calloc(1, sizeof *task);

        assert_non_null(own);
        task->run = run_task;
        weft_worker_pool_submit(own, task);
        test_await(&tasks_run, (uint64_t)i + 1);
        weft_worker_pool_destroy(own);
    }
    weft_cpu_set_destroy(cpus);
}

enum { STARTERS = 4, STARTS = 40 };

static struct weft_worker_pool *fresh;
static pthread_barrier_t starters;

static void *
submit_to_fresh_pools(void *unused)
{
    for (int i = 0; i < STARTS; i++) {
        struct weft_task *task = calloc(1, sizeof *task);

        task->run = run_task;
        pthread_barrier_wait(&starters); // there is a pool
        weft_worker_pool_submit(fresh, task);
        pthread_barrier_wait(&starters);
    }
    return unused;
}

// Not on the threads that submit, though the workers are only being started.
static void
tasks_run_on_workers_that_start(void **state)
{
    struct weft_cpu_set *cpus = weft_topology_process_cpus();
    pthread_t threads[STARTERS];

    (void)state;
    pthread_barrier_init(&starters, NULL, STARTERS + 1);
    for (int i = 0; i < STARTERS; i++)
        pthread_create(&threads[i], NULL, submit_to_fresh_pools, NULL);
    on_workers = tasks_run = 0;
    for (int i = 0; i < STARTS; i++) {
        fresh = weft_scheduler_create_pool(cpus);
        pthread_barrier_wait(&starters);
        pthread_barrier_wait(&starters);
        test_await(&tasks_run, (uint64_t)(i + 1) * STARTERS);
        weft_worker_pool_destroy(fresh);
    }
    for (int i = 0; i < STARTERS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&starters);
    weft_cpu_set_destroy(cpus);
    assert_int_equal(on_workers, STARTS * STARTERS);
}

static void
child_of_a_fork_starts_its_own_threads(void **state)
{
    int status;
    pid_t child;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_THREADS_IN_CHILDREN);
    skip_under_thread_sanitizer();
    child = fork();
    if (child == 0) {
        struct weft_task *task = calloc(1, sizeof *task);

        alarm(20);
        on_workers = tasks_run = 0;
        task->run = run_task;
        weft_worker_pool_submit(pool(), task);
        while (!tasks_run)
            usleep(1000);
        _exit(on_workers == 1 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_runs_once),
        cmocka_unit_test(awaited_ranges_are_done),
        cmocka_unit_test(a_worker_runs_an_awaited_range_itself),
        cmocka_unit_test(chunks_respect_the_grain),
        cmocka_unit_test(each_thread_has_an_arena),
        cmocka_unit_test(impossible_arena_returns_CL_OUT_OF_RESOURCES),
        cmocka_unit_test(frames_fit_on_every_thread),
        cmocka_unit_test(impossible_frame_returns_CL_OUT_OF_RESOURCES),
        cmocka_unit_test(arenas_nest),
        cmocka_unit_test(arenas_are_prepared),
        cmocka_unit_test(several_threads_run_ranges_at_once),
        cmocka_unit_test(submitted_tasks_run_on_workers),
        cmocka_unit_test(pool_ends_with_its_threads),
        cmocka_unit_test(tasks_run_on_workers_that_start),
        cmocka_unit_test(child_of_a_fork_starts_its_own_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
