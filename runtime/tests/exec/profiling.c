// SPDX-License-Identifier: Apache-2.0
// clGetEventProfilingInfo.
#include "runtime/tests/exec/objects.h"

static const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                          CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                          CL_PROFILING_COMMAND_COMPLETE};

static void CL_CALLBACK
sleep_a_little(void *args)
{
    (void)args;
    test_sleep_ms(2);
}

static void
times_ascend(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        cl_command_queue queue =
            test_queue(CL_QUEUE_PROFILING_ENABLE | (order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0));
        cl_ulong times[5];
        cl_event event;

        for (int i = 0; i < 10; i++) {
            assert_success(clEnqueueNativeKernel(queue, sleep_a_little, NULL, 0, 0, NULL, NULL, 0, NULL, &event));
            assert_success(clWaitForEvents(1, &event));
            for (int n = 0; n < 5; n++) {
                assert_success(clGetEventProfilingInfo(event, names[n], sizeof(*times), &times[n], NULL));
                assert_true(times[n] > 0);
                assert_true(n == 0 || times[n] >= times[n - 1]);
            }
            assert_true(times[3] - times[2] >= 2000000);
            assert_success(clReleaseEvent(event));
        }
        assert_success(clReleaseCommandQueue(queue));
    }
}

static void
times_are_not_available_without_the_property(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_event event;
    cl_ulong time;

    (void)state;
    assert_success(clEnqueueMarker(queue, &event));
    assert_success(clFinish(queue));
    assert_error(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL),
                 CL_PROFILING_INFO_NOT_AVAILABLE);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseCommandQueue(queue));
}

static void
times_are_not_available_before_the_end_or_after_failure(void **state)
{
    cl_command_queue queue = test_queue(CL_QUEUE_PROFILING_ENABLE);
    cl_int err;
    cl_event gate = clCreateUserEvent(test_context(), &err);
    cl_event event;
    cl_ulong time;

    (void)state;
    assert_success(clEnqueueMarkerWithWaitList(queue, 1, &gate, &event));
    assert_error(clGetEventProfilingInfo(gate, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL),
                 CL_PROFILING_INFO_NOT_AVAILABLE);
    assert_error(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof(time), &time, NULL),
                 CL_PROFILING_INFO_NOT_AVAILABLE);
    assert_success(clSetUserEventStatus(gate, -1));
    assert_success(clFinish(queue));
    assert_error(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL),
                 CL_PROFILING_INFO_NOT_AVAILABLE);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseEvent(gate));
    assert_success(clReleaseCommandQueue(queue));
}

static void
invalid_arguments_have_their_codes(void **state)
{
    cl_command_queue queue = test_queue(CL_QUEUE_PROFILING_ENABLE);
    cl_event event;
    cl_ulong time;
    size_t size;

    (void)state;
    assert_success(clEnqueueMarker(queue, &event));
    assert_success(clFinish(queue));
    assert_error(clGetEventProfilingInfo(NULL, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL), CL_INVALID_EVENT);
    assert_error(clGetEventProfilingInfo(event, 0x1, sizeof(time), &time, NULL), CL_INVALID_VALUE);
    assert_error(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 4, &time, NULL), CL_INVALID_VALUE);
    assert_success(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 0, NULL, &size));
    assert_int_equal(size, 8);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseCommandQueue(queue));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_ascend),
        cmocka_unit_test(times_are_not_available_without_the_property),
        cmocka_unit_test(times_are_not_available_before_the_end_or_after_failure),
        cmocka_unit_test(invalid_arguments_have_their_codes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
