// SPDX-License-Identifier: Apache-2.0
// How queues, commands and work-groups share the device's threads, and what threads that wait do meanwhile.
#define _GNU_SOURCE 1
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "runtime/core/device.h"
#include "runtime/exec/worker_pool.h"
#include "runtime/tests/exec/objects.h"

#define PATIENCE_MS 5000u // after which a kernel that waits for another gives up

static _Atomic uint64_t begun, open, gave_up;

static void
reset(void)
{
    begun = open = gave_up = 0;
}

// Each group waits until as many groups as the launch has are running.
static void
meet(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)memory;
    for (uint64_t i = first; i < end; i++) {
        atomic_fetch_add(&begun, 1);
        for (unsigned ms = 0; begun < launch->num_groups[0]; ms++) {
            if (ms == PATIENCE_MS) {
                gave_up = 1;
                break;
            }
            test_sleep_ms(1);
        }
    }
}

// Each group waits until somebody opens.
static void
wait_inside(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)launch;
    (void)memory;
    for (uint64_t i = first; i < end; i++) {
        atomic_fetch_add(&begun, 1);
        for (unsigned ms = 0; !open; ms++) {
            if (ms == PATIENCE_MS) {
                gave_up = 1;
                break;
            }
            test_sleep_ms(1);
        }
    }
}

static _Atomic uint64_t groups_run;

static void
take_two_milliseconds(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first,
                      uint64_t end)
{
    (void)launch;
    (void)memory;
    for (uint64_t i = first; i < end; i++) {
        test_sleep_ms(2);
        atomic_fetch_add(&groups_run, 1);
    }
}

static void
do_little(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)launch;
    (void)memory;
    (void)first;
    (void)end;
}

static unsigned
pool_size(void)
{
    return weft_worker_pool_size(weft_device_pool(test_device()));
}

static void
launch(cl_command_queue queue, cl_kernel kernel, size_t groups, cl_event *event)
{
    const size_t one = 1;

    assert_success(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &groups, &one, 0, NULL, event));
}

// The same, flushed, and begun when the gate is set: however slow this thread is, launches begin together.
static void
launch_behind(cl_event gate, cl_command_queue queue, cl_kernel kernel, size_t groups, cl_event *event)
{
    const size_t one = 1;

    assert_success(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &groups, &one, 1, &gate, event));
    assert_success(clFlush(queue));
}

static cl_event
create_gate(void)
{
    cl_int err;
    cl_event gate = clCreateUserEvent(test_context(), &err);

    assert_success(err);
    return gate;
}

static void
open_gate(cl_event gate)
{
    assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_success(clReleaseEvent(gate));
}

static void
as_many_groups_as_threads_run_at_once(void **state)
{
    cl_kernel kernel = test_kernel(meet, &test_plain_info);

    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        cl_command_queue queue = test_queue(kind % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);

        for (int round = 0; round < 3; round++) {
            cl_event event;

            reset();
            launch(queue, kernel, pool_size(), &event);
            if (kind / 2)
                assert_success(clFlush(queue));
            assert_success(clWaitForEvents(1, &event));
            assert_int_equal(gave_up, 0);
            assert_success(clReleaseEvent(event));
        }
        assert_success(clReleaseCommandQueue(queue));
    }
    assert_success(clReleaseKernel(kernel));
}

static void
waiting_for_one_command_runs_no_other(void **state)
{
    cl_kernel quick = test_kernel(do_little, &test_plain_info);
    cl_kernel slow = test_kernel(wait_inside, &test_plain_info);

    (void)state;
    for (int first = 0; first < 2; first++) { // the slow one comes first, or last
        cl_command_queue queue = test_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        cl_event event;

        reset();
        if (first)
            launch(queue, slow, 1, NULL);
        launch(queue, quick, 1, &event);
        if (!first)
            launch(queue, slow, 1, NULL);
        assert_success(clWaitForEvents(1, &event));
        assert_int_equal(gave_up, 0);
        open = 1;
        assert_success(clFinish(queue));
        assert_success(clReleaseEvent(event));
        assert_success(clReleaseCommandQueue(queue));
    }
    assert_success(clReleaseKernel(quick));
    assert_success(clReleaseKernel(slow));
}

static void
others_begin_when_a_group_ends(void **state)
{
    enum { GROUPS = 1000, OTHERS = 8 };
    cl_kernel large = test_kernel(take_two_milliseconds, &test_plain_info);
    cl_kernel small = test_kernel(do_little, &test_plain_info);
    cl_command_queue queue = test_queue(0), others[OTHERS];
    cl_event events[OTHERS];

    (void)state;
    groups_run = 0;
    launch(queue, large, GROUPS, NULL);
    assert_success(clFlush(queue));
    while (groups_run < (uint64_t)2 * pool_size()) // then all workers are at it
        test_sleep_ms(1);
    for (int i = 0; i < OTHERS; i++) {
        others[i] = test_queue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        launch(others[i], small, 1, &events[i]);
        assert_success(clFlush(others[i]));
    }
    for (int i = 0; i < OTHERS; i++) {
        cl_int status = CL_QUEUED;

        while (status != CL_COMPLETE) {
            assert_success(clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
            test_sleep_ms(1);
        }
    }
    assert_true(groups_run < GROUPS / 2);
    assert_success(clFinish(queue));
    assert_int_equal(groups_run, GROUPS);
    for (int i = 0; i < OTHERS; i++) {
        assert_success(clReleaseEvent(events[i]));
        assert_success(clReleaseCommandQueue(others[i]));
    }
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clReleaseKernel(large));
    assert_success(clReleaseKernel(small));
}

static void
large_launches_of_several_queues_share_the_threads(void **state)
{
    enum { GROUPS = 300, QUEUES = 3 };
    cl_event gate = create_gate();
    cl_kernel large = test_kernel(take_two_milliseconds, &test_plain_info);
    cl_command_queue queues[QUEUES];
    cl_event events[QUEUES];

    (void)state;
    groups_run = 0;
    for (int i = 0; i < QUEUES; i++) {
        queues[i] = test_queue(0);
        launch_behind(gate, queues[i], large, GROUPS, &events[i]);
    }
    open_gate(gate);
    // None is done before all have begun.
    for (int i = 0; i < QUEUES; i++) {
        cl_int status = CL_QUEUED;

        while (status > CL_RUNNING) {
            assert_success(clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
            test_sleep_ms(1);
        }
        assert_int_equal(status, CL_RUNNING);
        assert_true(groups_run < GROUPS);
    }
    for (int i = 0; i < QUEUES; i++) {
        assert_success(clFinish(queues[i]));
        assert_success(clReleaseEvent(events[i]));
        assert_success(clReleaseCommandQueue(queues[i]));
    }
    assert_int_equal(groups_run, QUEUES * GROUPS);
    assert_success(clReleaseKernel(large));
}

struct counted {
    _Atomic uint64_t groups, at_once, most;
};
static struct counted counted[2];

static void
count_groups(struct counted *c, uint64_t first, uint64_t end)
{
    for (uint64_t i = first; i < end; i++) {
        uint64_t now = atomic_fetch_add(&c->at_once, 1) + 1;

        if (now > c->most) // nearly
            c->most = now;
        test_sleep_ms(2);
        atomic_fetch_sub(&c->at_once, 1);
        atomic_fetch_add(&c->groups, 1);
    }
}

static void
count_first(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)launch;
    (void)memory;
    count_groups(&counted[0], first, end);
}

static void
count_second(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)launch;
    (void)memory;
    count_groups(&counted[1], first, end);
}

static cl_command_queue
queue_with(cl_queue_properties name, cl_queue_properties value)
{
    const cl_queue_properties properties[] = {name, value, 0};
    cl_int err;
    cl_command_queue queue = clCreateCommandQueueWithProperties(test_context(), test_device(), properties, &err);

    assert_success(err);
    return queue;
}

// Launches in two queues at once: how many groups of the second have run when the first, which nobody waits for, is
// done.
static uint64_t
run_beside(cl_queue_properties first, cl_queue_properties second)
{
    enum { GROUPS = 200 };
    const cl_queue_properties priorities[] = {first, second};
    cl_kernel kernels[] = {test_kernel(count_first, &test_plain_info), test_kernel(count_second, &test_plain_info)};
    cl_command_queue queues[2];
    cl_event events[2];
    cl_event gate = create_gate();
    cl_int status = CL_QUEUED;
    uint64_t groups;

    memset((void *)counted, 0, sizeof(counted));
    for (int i = 0; i < 2; i++) {
        queues[i] = queue_with(CL_QUEUE_PRIORITY_KHR, priorities[i]);
        launch_behind(gate, queues[i], kernels[i], GROUPS, &events[i]);
    }
    open_gate(gate);
    while (status != CL_COMPLETE) {
        assert_success(clGetEventInfo(events[0], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
        test_sleep_ms(1);
    }
    groups = counted[1].groups;
    for (int i = 0; i < 2; i++) {
        assert_success(clFinish(queues[i]));
        assert_int_equal(counted[i].groups, GROUPS);
        assert_success(clReleaseEvent(events[i]));
        assert_success(clReleaseCommandQueue(queues[i]));
        assert_success(clReleaseKernel(kernels[i]));
    }
    return groups;
}

static void
priorities_are_shares(void **state)
{
    uint64_t equal = run_beside(CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_MED_KHR);
    uint64_t less = run_beside(CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR);
    uint64_t least = run_beside(CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_LOW_KHR);

    (void)state;
    assert_true(equal > 120);             // as many, 200, as far as the machine lets them
    assert_true(less > 10 && less < 100); // a quarter: 50
    assert_true(least > 0 && least < 40); // a sixteenth: 12
}

static void
low_throttle_takes_half_of_the_threads(void **state)
{
    cl_kernel kernel = test_kernel(count_first, &test_plain_info);
    cl_command_queue queue = queue_with(CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR);

    (void)state;
    memset((void *)counted, 0, sizeof(counted));
    launch(queue, kernel, 50, NULL);
    assert_success(clFinish(queue));
    assert_int_equal(counted[0].groups, 50);
    assert_true(counted[0].most <= (pool_size() + 1) / 2);
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clReleaseKernel(kernel));
}

struct sleeper {
    cl_command_queue queue;
    cl_event event; // NULL: clFinish
    long switches;
};

static void *
sleep_for_the_queue(void *data)
{
    struct sleeper *sleeper = data;
    struct rusage before, after;

    getrusage(RUSAGE_THREAD, &before);
    if (sleeper->event)
        clWaitForEvents(1, &sleeper->event);
    else
        clFinish(sleeper->queue);
    getrusage(RUSAGE_THREAD, &after);
    sleeper->switches = after.ru_nvcsw - before.ru_nvcsw;
    return NULL;
}

// And not at each command before.
static void
sleepers_wake_when_their_end_is_reached(void **state)
{
    enum { COMMANDS = 20000, SLEEPERS = 8 };
    cl_kernel slow = test_kernel(wait_inside, &test_plain_info);
    cl_kernel quick = test_kernel(do_little, &test_plain_info);
    struct sleeper sleepers[SLEEPERS];
    pthread_t threads[SLEEPERS];
    cl_command_queue queue = test_queue(0);
    cl_event last;

    (void)state;
    reset();
    launch(queue, slow, 1, NULL);
    for (int i = 1; i < COMMANDS; i++)
        launch(queue, quick, 1, NULL);
    launch(queue, quick, 1, &last);
    assert_success(clFlush(queue));
    test_await(&begun, 1); // on a worker, which drives the queue
    for (int i = 0; i < SLEEPERS; i++) {
        sleepers[i] = (struct sleeper){queue, i % 2 ? last : NULL, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, sleep_for_the_queue, &sleepers[i]), 0);
    }
    test_sleep_ms(50); // they sleep
    open = 1;
    for (int i = 0; i < SLEEPERS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(sleepers[i].switches < 50);
    }
    assert_success(clReleaseEvent(last));
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clReleaseKernel(slow));
    assert_success(clReleaseKernel(quick));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_groups_as_threads_run_at_once),
        cmocka_unit_test(waiting_for_one_command_runs_no_other),
        cmocka_unit_test(others_begin_when_a_group_ends),
        cmocka_unit_test(large_launches_of_several_queues_share_the_threads),
        cmocka_unit_test(priorities_are_shares),
        cmocka_unit_test(low_throttle_takes_half_of_the_threads),
        cmocka_unit_test(sleepers_wake_when_their_end_is_reached),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
