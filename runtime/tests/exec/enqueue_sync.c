// SPDX-License-Identifier: Apache-2.0
// Markers, barriers and clEnqueueWaitForEvents on both kinds of queues.
#include <string.h>

#include "runtime/tests/exec/objects.h"

static _Atomic uint64_t runs;

static void CL_CALLBACK
count(void *args)
{
    (void)args;
    atomic_fetch_add(&runs, 1);
}

static void CL_CALLBACK
count_slowly(void *args)
{
    (void)args;
    test_sleep_ms(3);
    atomic_fetch_add(&runs, 1);
}

static bool was_early;

static void CL_CALLBACK
check(void *args)
{
    uint64_t least;

    memcpy(&least, args, sizeof(least));
    if (atomic_load(&runs) < least)
        was_early = true;
}

static cl_int
run(cl_command_queue queue, void(CL_CALLBACK *function)(void *), cl_uint waits, const cl_event *list, cl_event *event)
{
    return clEnqueueNativeKernel(queue, function, NULL, 0, 0, NULL, NULL, waits, list, event);
}

static cl_command_queue
queue_of(int order)
{
    return test_queue(order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
}

static cl_int
status_of(cl_event event)
{
    cl_int status = 99;

    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
    return status;
}

static void
invalid_arguments_have_their_codes(void **state)
{
    cl_command_queue queue = queue_of(0);
    cl_event event = NULL;

    (void)state;
    assert_error(clEnqueueMarkerWithWaitList(NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueBarrierWithWaitList(NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueMarkerWithWaitList(queue, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueBarrierWithWaitList(queue, 1, &event, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueMarker(NULL, &event), CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueMarker(queue, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueBarrier(NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueWaitForEvents(queue, 0, &event), CL_INVALID_VALUE);
    assert_error(clEnqueueWaitForEvents(queue, 1, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueWaitForEvents(queue, 1, &event), CL_INVALID_EVENT);
    assert_success(clReleaseCommandQueue(queue));
}

static void
marker_waits_for_all_before_it(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++)
        for (int round = 0; round < 20; round++) {
            cl_command_queue queue = queue_of(order);
            cl_event event;

            runs = 0;
            for (int i = 0; i < 10; i++)
                assert_success(run(queue, i == 5 ? count_slowly : count, 0, NULL, NULL));
            assert_success(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
            assert_success(run(queue, count, 0, NULL, NULL));
            assert_success(clWaitForEvents(1, &event));
            assert_true(runs >= 10);
            assert_success(clReleaseEvent(event));
            assert_success(clFinish(queue));
            assert_int_equal(runs, 11);
            assert_success(clReleaseCommandQueue(queue));
        }
}

static void
barrier_holds_back_all_after_it(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        cl_command_queue queue = queue_of(order);
        uint64_t least = 0;

        runs = 0;
        was_early = false;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 8; i++, least++)
                assert_success(run(queue, i == 3 ? count_slowly : count, 0, NULL, NULL));
            if (round % 2)
                assert_success(clEnqueueBarrier(queue));
            else
                assert_success(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
            for (int i = 0; i < 4; i++)
                assert_success(
                    clEnqueueNativeKernel(queue, check, &least, sizeof(least), 0, NULL, NULL, 0, NULL, NULL));
        }
        assert_success(clFinish(queue));
        assert_false(was_early);
        assert_int_equal(runs, 160);
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void
barrier_with_a_wait_list_holds_back_too(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        cl_command_queue queue = queue_of(order);
        cl_int err;
        cl_event gate = clCreateUserEvent(test_context(), &err);
        cl_event early, barrier, late;

        assert_success(run(queue, count, 0, NULL, &early));
        assert_success(clEnqueueBarrierWithWaitList(queue, 1, &gate, &barrier));
        assert_success(run(queue, count, 0, NULL, &late));
        assert_success(clWaitForEvents(1, &early));
        test_sleep_ms(5);
        assert_true(status_of(barrier) > CL_COMPLETE);
        assert_true(status_of(late) > CL_COMPLETE);
        assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
        assert_success(clWaitForEvents(1, &late));
        assert_int_equal(status_of(barrier), CL_COMPLETE);
        clReleaseEvent(early);
        clReleaseEvent(barrier);
        clReleaseEvent(late);
        clReleaseEvent(gate);
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void
marker_with_a_wait_list_waits_for_that_alone(void **state)
{
    cl_command_queue queue = queue_of(1);
    cl_int err;
    cl_event gate = clCreateUserEvent(test_context(), &err);
    cl_event other = clCreateUserEvent(test_context(), &err);
    cl_event marker, blocked;

    (void)state;
    assert_success(run(queue, count, 1, &gate, &blocked));
    assert_success(clEnqueueMarkerWithWaitList(queue, 1, &other, &marker));
    assert_success(clSetUserEventStatus(other, CL_COMPLETE));
    assert_success(clWaitForEvents(1, &marker));
    assert_true(status_of(blocked) > CL_COMPLETE);
    assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_success(clFinish(queue));
    assert_int_equal(status_of(blocked), CL_COMPLETE);
    clReleaseEvent(gate);
    clReleaseEvent(other);
    clReleaseEvent(marker);
    clReleaseEvent(blocked);
    assert_success(clReleaseCommandQueue(queue));
}

static void
wait_for_events_blocks_the_queue(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        cl_command_queue queue = queue_of(order);
        cl_int err;
        cl_event gate = clCreateUserEvent(test_context(), &err);
        cl_event late;

        assert_success(clEnqueueWaitForEvents(queue, 1, &gate));
        assert_success(run(queue, count, 0, NULL, &late));
        assert_success(clFlush(queue));
        test_sleep_ms(5);
        assert_true(status_of(late) > CL_COMPLETE);
        assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
        assert_success(clWaitForEvents(1, &late));
        clReleaseEvent(gate);
        clReleaseEvent(late);
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void
failures_do_not_pass_markers_and_barriers(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        cl_command_queue queue = queue_of(order);
        cl_int err;
        cl_event gate = clCreateUserEvent(test_context(), &err);
        cl_event failed, marker, late, strict;

        assert_success(run(queue, count, 1, &gate, &failed));
        assert_success(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
        assert_success(clEnqueueBarrier(queue));
        assert_success(run(queue, count, 0, NULL, &late));
        assert_success(clEnqueueMarkerWithWaitList(queue, 1, &failed, &strict));
        assert_success(clSetUserEventStatus(gate, -3));
        assert_success(clFinish(queue));
        assert_true(status_of(failed) < 0);
        assert_int_equal(status_of(marker), CL_COMPLETE);
        assert_int_equal(status_of(late), CL_COMPLETE);
        assert_int_equal(status_of(strict), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        clReleaseEvent(gate);
        clReleaseEvent(failed);
        clReleaseEvent(marker);
        clReleaseEvent(late);
        clReleaseEvent(strict);
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void
event_types_are_told(void **state)
{
    cl_command_queue queue = queue_of(0);
    cl_event events[3];
    cl_command_type types[3];

    (void)state;
    assert_success(clEnqueueMarkerWithWaitList(queue, 0, NULL, &events[0]));
    assert_success(clEnqueueBarrierWithWaitList(queue, 0, NULL, &events[1]));
    assert_success(clEnqueueMarker(queue, &events[2]));
    for (int i = 0; i < 3; i++) {
        assert_success(clGetEventInfo(events[i], CL_EVENT_COMMAND_TYPE, sizeof(types[i]), &types[i], NULL));
        assert_int_equal(types[i], i == 1 ? CL_COMMAND_BARRIER : CL_COMMAND_MARKER);
        clReleaseEvent(events[i]);
    }
    assert_success(clReleaseCommandQueue(queue));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_arguments_have_their_codes),
        cmocka_unit_test(marker_waits_for_all_before_it),
        cmocka_unit_test(barrier_holds_back_all_after_it),
        cmocka_unit_test(barrier_with_a_wait_list_holds_back_too),
        cmocka_unit_test(marker_with_a_wait_list_waits_for_that_alone),
        cmocka_unit_test(wait_for_events_blocks_the_queue),
        cmocka_unit_test(failures_do_not_pass_markers_and_barriers),
        cmocka_unit_test(event_types_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
