// SPDX-License-Identifier: Apache-2.0
// In-order queues: creation, queries, order, flushing, finishing, release.
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/core/device.h"
#include "runtime/queue/private.h"
#include "runtime/tests/exec/objects.h"

// Tasks of the process that are workers.
static unsigned
count_workers(void)
{
    DIR *tasks = opendir("/proc/self/task");
    unsigned count = 0;

    assert_non_null(tasks);
    for (struct dirent *task; (task = readdir(tasks));) {
        char path[300], name[32] = "";
        FILE *file;

        snprintf(path, sizeof(path), "/proc/self/task/%s/comm", task->d_name);
        file = fopen(path, "r");
        if (!file)
            continue;
        count += fgets(name, sizeof(name), file) && strcmp(name, "weft-worker\n") == 0;
        fclose(file);
    }
    closedir(tasks);
    return count;
}

// Before anything else is launched.
static void
threads_start_when_there_may_be_launches(void **state)
{
    const struct weft_worker_pool *pool = weft_device_pool(test_device());
    cl_command_queue queue = test_queue(0);

    (void)state;
    assert_false(weft_worker_pool_is_running(pool));
    weft_device_expect_launch(test_device());
    assert_int_equal(weft_worker_pool_is_running(pool), weft_worker_pool_size(pool) > 1);
    for (int i = 0; i < 5000 && count_workers() < weft_worker_pool_size(pool) && weft_worker_pool_size(pool) > 1; i++)
        usleep(1000); // the first worker, which nobody calls, starts the next one, and so on
    assert_int_equal(count_workers(), weft_worker_pool_size(pool) > 1 ? weft_worker_pool_size(pool) : 0);
    assert_success(clReleaseCommandQueue(queue));
}

static void
invalid_arguments_have_their_codes(void **state)
{
    cl_int err;
    const cl_queue_properties unknown[] = {0x7777, 1, 0};
    const cl_queue_properties bad_bits[] = {CL_QUEUE_PROPERTIES, 0x100, 0};
    const cl_queue_properties in_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0};
    const cl_queue_properties only_default[] = {CL_QUEUE_PROPERTIES,
                                                CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    const cl_queue_properties too_large[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_SIZE, 0xFFFFFFFF, 0};
    const cl_queue_properties hint[] = {CL_QUEUE_PROPERTIES,
                                        CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                        CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, 0};
    const cl_queue_properties size[] = {CL_QUEUE_SIZE, 1000, 0};
    const cl_queue_properties priority[] = {CL_QUEUE_PRIORITY_KHR,
                                            CL_QUEUE_PRIORITY_HIGH_KHR | CL_QUEUE_PRIORITY_LOW_KHR, 0};
    const cl_queue_properties throttle[] = {CL_QUEUE_THROTTLE_KHR, 0, 0};

    (void)state;
    assert_null(clCreateCommandQueue(NULL, test_device(), 0, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
    assert_null(clCreateCommandQueue((cl_context)test_device(), test_device(), 0, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
    assert_null(clCreateCommandQueue(test_context(), NULL, 0, &err));
    assert_int_equal(err, CL_INVALID_DEVICE);
    assert_null(clCreateCommandQueue(test_context(), test_device(), 0x1000, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateCommandQueueWithProperties(test_context(), test_device(), unknown, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateCommandQueueWithProperties(test_context(), test_device(), bad_bits, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateCommandQueueWithProperties(test_context(), test_device(), in_order, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateCommandQueueWithProperties(test_context(), test_device(), only_default, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateCommandQueueWithProperties(test_context(), test_device(), too_large, &err));
    assert_int_equal(err, CL_INVALID_QUEUE_PROPERTIES);
    assert_null(clCreateCommandQueueWithProperties(test_context(), test_device(), hint, &err));
    assert_int_equal(err, CL_INVALID_QUEUE_PROPERTIES);
    assert_null(clCreateCommandQueueWithProperties(test_context(), test_device(), size, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateCommandQueueWithProperties(test_context(), test_device(), priority, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateCommandQueueWithProperties(test_context(), test_device(), throttle, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_error(clRetainCommandQueue(NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clReleaseCommandQueue(NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clFlush(NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clFinish((cl_command_queue)test_context()), CL_INVALID_COMMAND_QUEUE);
    assert_error(clGetCommandQueueInfo(NULL, CL_QUEUE_CONTEXT, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
}

static cl_command_queue
device_queue(cl_command_queue_properties flags, cl_uint size)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | flags,
                                              CL_QUEUE_SIZE, size, 0};
    cl_int err;
    cl_command_queue queue = clCreateCommandQueueWithProperties(test_context(), test_device(), properties, &err);

    assert_success(err);
    return queue;
}

static cl_command_queue
default_of(cl_command_queue queue)
{
    cl_command_queue found = queue;

    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE_DEFAULT, sizeof(found), &found, NULL));
    return found;
}

// "not a valid host command-queue" is what all that enqueues or waits says of them.
static void
queues_on_the_device_are_for_kernels(void **state)
{
    cl_command_queue host = test_queue(0), queue = device_queue(0, 4096), first, second;
    cl_uint size = 0, count = 0;

    (void)state;
    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof(size), &size, NULL));
    assert_int_equal(size, 4096);
    assert_null(default_of(queue));
    assert_error(clFlush(queue), CL_INVALID_COMMAND_QUEUE);
    assert_error(clFinish(queue), CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    first = device_queue(CL_QUEUE_ON_DEVICE_DEFAULT, 8192);
    assert_ptr_equal(default_of(host), first);
    second = device_queue(CL_QUEUE_ON_DEVICE_DEFAULT, 4096); // there is one
    assert_ptr_equal(first, second);
    assert_success(clGetCommandQueueInfo(first, CL_QUEUE_REFERENCE_COUNT, sizeof(count), &count, NULL));
    assert_int_equal(count, 2);
    assert_success(clReleaseCommandQueue(second));
    assert_error(clSetDefaultDeviceCommandQueue(test_context(), test_device(), host), CL_INVALID_COMMAND_QUEUE);
    assert_error(clSetDefaultDeviceCommandQueue(test_context(), test_device(), NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clSetDefaultDeviceCommandQueue(NULL, test_device(), queue), CL_INVALID_CONTEXT);
    assert_error(clSetDefaultDeviceCommandQueue(test_context(), NULL, queue), CL_INVALID_DEVICE);
    assert_success(clSetDefaultDeviceCommandQueue(test_context(), test_device(), queue));
    assert_ptr_equal(default_of(first), queue);
    assert_success(clReleaseCommandQueue(queue)); // is no default any more
    assert_null(default_of(host));
    assert_success(clReleaseCommandQueue(first));
    assert_success(clReleaseCommandQueue(host));
}

static void
queries_tell_what_was_given(void **state)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_queue_properties back[3];
    cl_command_queue_properties flags;
    cl_context context;
    cl_device_id device;
    cl_uint count;
    size_t size;
    cl_int err;
    cl_command_queue queue = clCreateCommandQueueWithProperties(test_context(), test_device(), properties, &err);

    (void)state;
    assert_success(err);
    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(context), &context, NULL));
    assert_ptr_equal(context, test_context());
    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(device), &device, &size));
    assert_ptr_equal(device, test_device());
    assert_int_equal(size, sizeof(device));
    assert_success(clRetainCommandQueue(queue));
    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof(count), &count, NULL));
    assert_int_equal(count, 2);
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(flags), &flags, NULL));
    assert_int_equal(flags, CL_QUEUE_PROFILING_ENABLE);
    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof(back), back, &size));
    assert_int_equal(size, sizeof(properties));
    assert_memory_equal(back, properties, size);
    assert_error(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof(count), &count, NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, 1, &context, NULL), CL_INVALID_VALUE);
    assert_error(clGetCommandQueueInfo(queue, 0x1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseCommandQueue(queue));

    queue = test_queue(0);
    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &size));
    assert_int_equal(size, 0);
    assert_error(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL), CL_INVALID_OPERATION);
    assert_success(clReleaseCommandQueue(queue));
}

static uint64_t order_next;
static bool order_broken;

static void CL_CALLBACK
check_order(void *args)
{
    uint64_t number;

    memcpy(&number, args, sizeof(number));
    if (number != order_next)
        order_broken = true;
    order_next = number + 1;
}

static void
commands_run_in_order(void **state)
{
    cl_command_queue queue = test_queue(0);

    (void)state;
    order_next = 0;
    for (uint64_t i = 0; i < 5000; i++) {
        assert_success(clEnqueueNativeKernel(queue, check_order, &i, sizeof(i), 0, NULL, NULL, 0, NULL, NULL));
        if (i % 7 == 0)
            assert_success(clFlush(queue));
        if (i % 501 == 0) {
            assert_success(clFinish(queue));
            assert_int_equal(order_next, i + 1);
        }
    }
    assert_success(clFinish(queue));
    assert_int_equal(order_next, 5000);
    assert_false(order_broken);
    assert_success(clReleaseCommandQueue(queue));
}

static void
finish_of_an_empty_queue_returns(void **state)
{
    cl_command_queue queue = test_queue(0);

    (void)state;
    assert_success(clFinish(queue));
    assert_success(clFlush(queue));
    assert_success(clFinish(queue));
    assert_success(clReleaseCommandQueue(queue));
}

static _Atomic uint64_t runs;

static void CL_CALLBACK
count_run(void *args)
{
    (void)args;
    atomic_fetch_add(&runs, 1);
}

static void
release_lets_pending_commands_finish(void **state)
{
    (void)state;
    runs = 0;
    for (int i = 0; i < 100; i++) {
        cl_command_queue queue = test_queue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);

        for (int k = 0; k < 3; k++)
            assert_success(clEnqueueNativeKernel(queue, count_run, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
        assert_success(clReleaseCommandQueue(queue));
    }
    test_await(&runs, 300);
}

static void
flush_alone_gets_commands_run(void **state)
{
    cl_command_queue queue = test_queue(0);

    (void)state;
    runs = 0;
    assert_success(clEnqueueNativeKernel(queue, count_run, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    assert_success(clFlush(queue));
    test_await(&runs, 1);
    assert_success(clReleaseCommandQueue(queue));
}

static void
full_batch_is_submitted_by_itself(void **state)
{
    cl_command_queue queue = test_queue(0);

    (void)state;
    runs = 0;
    for (int i = 0; i < 1024; i++)
        assert_success(clEnqueueNativeKernel(queue, count_run, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    for (int i = 0; i < 5000 && atomic_load(&runs) < 512; i++)
        test_sleep_ms(1);
    assert_true(atomic_load(&runs) >= 512);
    assert_success(clFinish(queue));
    assert_int_equal(runs, 1024);
    assert_success(clReleaseCommandQueue(queue));
}

static void
burst_behind_a_gate_runs_to_its_end(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        cl_command_queue queue = test_queue(order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        cl_int err;
        cl_event gate = clCreateUserEvent(test_context(), &err);

        assert_success(err);
        runs = 0;
        assert_success(clEnqueueBarrierWithWaitList(queue, 1, &gate, NULL));
        for (int i = 0; i < 30000; i++)
            assert_success(clEnqueueNativeKernel(queue, count_run, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
        assert_int_equal(runs, 0);
        assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
        assert_success(clFinish(queue));
        assert_int_equal(runs, 30000);
        assert_success(clEnqueueNativeKernel(queue, count_run, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
        assert_success(clFinish(queue));
        assert_int_equal(runs, 30001);
        assert_success(clReleaseEvent(gate));
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void *
use_queue(void *data)
{
    for (int i = 0; i < 1000; i++) {
        clEnqueueNativeKernel(data, count_run, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
        if (i % 10 == 0)
            clFinish(data);
        if (i % 17 == 0)
            clFlush(data);
    }
    clFinish(data);
    return NULL;
}

static void
several_threads_share_a_queue(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        cl_command_queue queue = test_queue(order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        pthread_t threads[4];

        runs = 0;
        for (int i = 0; i < 4; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, use_queue, queue), 0);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
        assert_int_equal(runs, 4000);
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void
finish_waits_for_what_a_worker_runs(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_kernel kernel = test_kernel(test_count_groups, &test_plain_info);
    size_t one = 1;

    (void)state;
    test_counter = 0;
    for (uint64_t i = 1; i <= 300; i++) {
        assert_success(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
        assert_success(clFlush(queue));
        assert_success(clFinish(queue));
        assert_int_equal(test_counter, i);
    }
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseCommandQueue(queue));
}

static void CL_CALLBACK
enqueue_many(void *args)
{
    cl_command_queue queue;

    memcpy(&queue, args, sizeof(queue));
    for (unsigned i = 0; i < 2 * WEFT_QUEUE_BOUND; i++)
        clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL);
}

static uint64_t
outstanding(cl_command_queue queue) WEFT_NO_ANALYSIS
{
    uint64_t count;

    weft_queue_lock(queue->state);
    count = queue->state->outstanding;
    weft_mutex_unlock(&queue->state->lock);
    return count;
}

static void
queued_commands_have_a_bound(void **state)
{
    const size_t one = 1;
    cl_kernel kernel = test_kernel(test_count_groups, &test_plain_info);

    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        cl_command_queue queue = test_queue(kind ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);

        test_counter = 0;
        for (unsigned i = 0; i < 4 * WEFT_QUEUE_BOUND; i++) {
            assert_success(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
            if (i % 256 == 0)
                assert_true(outstanding(queue) <= WEFT_QUEUE_BOUND + WEFT_QUEUE_BATCH);
        }
        assert_success(clFinish(queue));
        assert_int_equal(test_counter, 4 * WEFT_QUEUE_BOUND);
        assert_success(clReleaseCommandQueue(queue));
    }
    assert_success(clReleaseKernel(kernel));
}

// Where waiting would help nobody there is none.
static void
the_bound_keeps_nobody_from_going_on(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        cl_command_queue queue = test_queue(kind ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        cl_int err;
        cl_event gate = clCreateUserEvent(test_context(), &err);

        assert_success(err);
        assert_success(clEnqueueBarrierWithWaitList(queue, 1, &gate, NULL));
        for (unsigned i = 0; i < 2 * WEFT_QUEUE_BOUND; i++)
            assert_success(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL));
        assert_true(outstanding(queue) > 2 * WEFT_QUEUE_BOUND);
        assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
        assert_success(clFinish(queue));
        // by a command of the queue
        assert_success(clEnqueueNativeKernel(queue, enqueue_many, &queue, sizeof(queue), 0, NULL, NULL, 0, NULL, NULL));
        assert_success(clFinish(queue));
        assert_success(clFinish(queue));
        assert_success(clReleaseEvent(gate));
        assert_success(clReleaseCommandQueue(queue));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_start_when_there_may_be_launches),
        cmocka_unit_test(invalid_arguments_have_their_codes),
        cmocka_unit_test(queues_on_the_device_are_for_kernels),
        cmocka_unit_test(queries_tell_what_was_given),
        cmocka_unit_test(commands_run_in_order),
        cmocka_unit_test(finish_of_an_empty_queue_returns),
        cmocka_unit_test(release_lets_pending_commands_finish),
        cmocka_unit_test(flush_alone_gets_commands_run),
        cmocka_unit_test(full_batch_is_submitted_by_itself),
        cmocka_unit_test(burst_behind_a_gate_runs_to_its_end),
        cmocka_unit_test(several_threads_share_a_queue),
        cmocka_unit_test(finish_waits_for_what_a_worker_runs),
        cmocka_unit_test(queued_commands_have_a_bound),
        cmocka_unit_test(the_bound_keeps_nobody_from_going_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
