// SPDX-License-Identifier: Apache-2.0
// Out-of-order queues: dependencies by events, concurrency, what waiting threads do.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/tests/exec/objects.h"

#define NODES 2000
#define MOST_PARENTS 6

static cl_command_queue
make_queue(void)
{
    return test_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

struct node {
    int parents[MOST_PARENTS];
    int parent_count;
    _Atomic bool done;
};

static struct node nodes[NODES];
static _Atomic uint64_t broken;

static void CL_CALLBACK
run_node(void *args)
{
    struct node *node;

    memcpy(&node, args, sizeof(node));
    for (int i = 0; i < node->parent_count; i++)
        if (!atomic_load_explicit(&nodes[node->parents[i]].done, memory_order_relaxed))
            atomic_fetch_add(&broken, 1);
    atomic_store_explicit(&node->done, true, memory_order_relaxed);
}

static void
random_graphs_run_in_order_of_their_events(void **state)
{
    (void)state;
    srand(1);
    for (int round = 0; round < 5; round++) {
        cl_command_queue queues[3] = {make_queue(), make_queue(), test_queue(0)};
        static cl_event events[NODES];

        for (int n = 0; n < NODES; n++) {
            cl_event list[MOST_PARENTS];
            struct node *node = &nodes[n];
            int most = n < MOST_PARENTS ? n : MOST_PARENTS;

            node->done = false;
            node->parent_count = most ? rand() % (most + 1) : 0;
            for (int i = 0; i < node->parent_count; i++) {
                node->parents[i] = n - 1 - rand() % (n < 20 ? n : 20);
                list[i] = events[node->parents[i]];
            }
            assert_success(clEnqueueNativeKernel(queues[rand() % 3], run_node, &node, sizeof(void *), 0, NULL, NULL,
                                                 (cl_uint)node->parent_count, node->parent_count ? list : NULL,
                                                 &events[n]));
            if (rand() % 50 == 0)
                assert_success(clFlush(queues[rand() % 3]));
            if (rand() % 200 == 0)
                assert_success(clWaitForEvents(1, &events[rand() % (n + 1)]));
        }
        for (int i = 0; i < 3; i++)
            assert_success(clFinish(queues[i]));
        for (int n = 0; n < NODES; n++) {
            assert_true(nodes[n].done);
            assert_success(clReleaseEvent(events[n]));
        }
        assert_int_equal(broken, 0);
        for (int i = 0; i < 3; i++)
            assert_success(clReleaseCommandQueue(queues[i]));
    }
}

static _Atomic uint64_t arrived;

static void CL_CALLBACK
meet(void *args)
{
    (void)args;
    atomic_fetch_add(&arrived, 1);
    for (int i = 0; i < 10000 && atomic_load(&arrived) < 2; i++)
        test_sleep_ms(1);
}

static void
independent_commands_run_at_the_same_time(void **state)
{
    cl_command_queue queue = make_queue();

    (void)state;
    arrived = 0;
    assert_success(clEnqueueNativeKernel(queue, meet, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    assert_success(clEnqueueNativeKernel(queue, meet, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    assert_success(clFinish(queue));
    assert_int_equal(arrived, 2);
    assert_success(clReleaseCommandQueue(queue));
}

static void CL_CALLBACK
count(void *args)
{
    (void)args;
    atomic_fetch_add(&arrived, 1);
}

static void
later_command_overtakes_a_blocked_one(void **state)
{
    cl_command_queue queue = make_queue();
    cl_int err;
    cl_event gate = clCreateUserEvent(test_context(), &err);
    cl_event blocked, after;

    (void)state;
    assert_success(clEnqueueNativeKernel(queue, count, NULL, 0, 0, NULL, NULL, 1, &gate, &blocked));
    assert_success(clEnqueueNativeKernel(queue, count, NULL, 0, 0, NULL, NULL, 0, NULL, &after));
    assert_success(clWaitForEvents(1, &after));
    assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_success(clWaitForEvents(1, &blocked));
    clReleaseEvent(gate);
    clReleaseEvent(blocked);
    clReleaseEvent(after);
    assert_success(clReleaseCommandQueue(queue));
}

static void *
wait_for(void *event)
{
    cl_event handle = event;

    return (void *)(intptr_t)clWaitForEvents(1, &handle);
}

static void
many_threads_wait_for_one_event(void **state)
{
    (void)state;
    for (int round = 0; round < 50; round++) {
        cl_command_queue queue = make_queue();
        pthread_t threads[6];
        cl_event event;

        for (int i = 0; i < 20; i++)
            assert_success(clEnqueueNativeKernel(queue, count, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
        assert_success(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
        for (int i = 0; i < 6; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, wait_for, event), 0);
        for (int i = 0; i < 6; i++) {
            void *result;

            pthread_join(threads[i], &result);
            assert_null(result);
        }
        assert_success(clReleaseEvent(event));
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void
thousands_of_commands_finish(void **state)
{
    cl_command_queue queue = make_queue();

    (void)state;
    arrived = 0;
    for (int i = 0; i < 10000; i++) {
        assert_success(clEnqueueNativeKernel(queue, count, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
        if (i % 1000 == 999)
            assert_success(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL));
    }
    assert_success(clFinish(queue));
    assert_int_equal(arrived, 10000);
    assert_success(clReleaseCommandQueue(queue));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_run_in_order_of_their_events),
        cmocka_unit_test(independent_commands_run_at_the_same_time),
        cmocka_unit_test(later_command_overtakes_a_blocked_one),
        cmocka_unit_test(many_threads_wait_for_one_event),
        cmocka_unit_test(thousands_of_commands_finish),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
