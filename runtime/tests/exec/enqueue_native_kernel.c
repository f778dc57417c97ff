// SPDX-License-Identifier: Apache-2.0
// clEnqueueNativeKernel.
#include <string.h>

#include "runtime/core/memory.h"
#include "runtime/tests/exec/objects.h"

struct args {
    cl_mem first; // replaced by pointers
    int value;
    cl_mem second;
};

static void CL_CALLBACK
write_value(void *data)
{
    struct args *args = data;

    if (args->first)
        *(int *)(void *)args->first = args->value;
    if (args->second)
        *(int *)(void *)args->second = -args->value;
}

static _Atomic uint64_t null_args;

static void CL_CALLBACK
expect_null(void *data)
{
    atomic_fetch_add(&null_args, data == NULL);
}

static void
memory_objects_become_pointers(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_mem buffers[2] = {test_buffer(64), test_buffer(64)};
    struct args args = {buffers[0], 42, buffers[1]};
    const void *locations[2] = {&args.first, &args.second};
    cl_event event;

    (void)state;
    assert_success(
        clEnqueueNativeKernel(queue, write_value, &args, sizeof(args), 2, buffers, locations, 0, NULL, &event));
    memset(&args, 0, sizeof(args)); // the call has copied them
    assert_success(clWaitForEvents(1, &event));
    assert_int_equal(*(int *)(void *)buffers[0]->data, 42);
    assert_int_equal(*(int *)(void *)buffers[1]->data, -42);
    assert_success(clReleaseEvent(event));
    assert_success(clReleaseMemObject(buffers[0]));
    assert_success(clReleaseMemObject(buffers[1]));
    assert_success(clReleaseCommandQueue(queue));
}

static void
null_memory_object_becomes_a_null_pointer(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_mem none = NULL;
    struct args args = {(cl_mem)(void *)&args, 1, NULL};
    const void *location = &args.first;

    (void)state;
    assert_success(clEnqueueNativeKernel(queue, write_value, &args, sizeof(args), 1, &none, &location, 0, NULL, NULL));
    assert_success(clFinish(queue));
    assert_success(clReleaseCommandQueue(queue));
}

static void
function_without_args_gets_null(void **state)
{
    cl_command_queue queue = test_queue(0);

    (void)state;
    assert_success(clEnqueueNativeKernel(queue, expect_null, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    assert_success(clFinish(queue));
    assert_int_equal(null_args, 1);
    assert_success(clReleaseCommandQueue(queue));
}

static void
large_args_are_copied(void **state)
{
    cl_command_queue queue = test_queue(0);
    static struct {
        struct args args;
        char rest[100000];
    } block;
    cl_mem buffer = test_buffer(64);
    const void *location = &block.args.first;

    (void)state;
    block.args = (struct args){buffer, 7, NULL};
    assert_success(
        clEnqueueNativeKernel(queue, write_value, &block, sizeof(block), 1, &buffer, &location, 0, NULL, NULL));
    assert_success(clFinish(queue));
    assert_int_equal(*(int *)(void *)buffer->data, 7);
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseCommandQueue(queue));
}

static void
invalid_arguments_have_their_codes(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_mem buffer = test_buffer(64);
    struct args args = {buffer, 1, NULL};
    const void *location = &args.first;
    const void *outside = &location;
    cl_mem bad = (cl_mem)queue;
    cl_event none = NULL;

    (void)state;
    assert_error(clEnqueueNativeKernel(NULL, write_value, NULL, 0, 0, NULL, NULL, 0, NULL, NULL),
                 CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueNativeKernel(queue, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueNativeKernel(queue, write_value, NULL, 4, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueNativeKernel(queue, write_value, &args, 0, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueNativeKernel(queue, write_value, NULL, 0, 1, &buffer, &location, 0, NULL, NULL),
                 CL_INVALID_VALUE);
    assert_error(clEnqueueNativeKernel(queue, write_value, &args, sizeof(args), 1, NULL, &location, 0, NULL, NULL),
                 CL_INVALID_VALUE);
    assert_error(clEnqueueNativeKernel(queue, write_value, &args, sizeof(args), 1, &buffer, NULL, 0, NULL, NULL),
                 CL_INVALID_VALUE);
    assert_error(clEnqueueNativeKernel(queue, write_value, &args, sizeof(args), 0, &buffer, NULL, 0, NULL, NULL),
                 CL_INVALID_VALUE);
    assert_error(clEnqueueNativeKernel(queue, write_value, &args, sizeof(args), 1, &bad, &location, 0, NULL, NULL),
                 CL_INVALID_MEM_OBJECT);
    assert_error(clEnqueueNativeKernel(queue, write_value, &args, sizeof(args), 1, &buffer, &outside, 0, NULL, NULL),
                 CL_INVALID_VALUE);
    assert_error(clEnqueueNativeKernel(queue, write_value, NULL, 0, 0, NULL, NULL, 1, &none, NULL),
                 CL_INVALID_EVENT_WAIT_LIST);
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseCommandQueue(queue));
}

static void
buffer_may_be_released_before_it_runs(void **state)
{
    cl_command_queue queue = test_queue(0);
    cl_mem buffer = test_buffer(64);
    struct args args = {buffer, 7, NULL};
    const void *location = &args.first;
    cl_int err;
    cl_event gate = clCreateUserEvent(test_context(), &err);

    (void)state;
    assert_success(
        clEnqueueNativeKernel(queue, write_value, &args, sizeof(args), 1, &buffer, &location, 1, &gate, NULL));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_success(clFinish(queue));
    assert_success(clReleaseEvent(gate));
    assert_success(clReleaseCommandQueue(queue));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_objects_become_pointers),
        cmocka_unit_test(null_memory_object_becomes_a_null_pointer),
        cmocka_unit_test(function_without_args_gets_null),
        cmocka_unit_test(large_args_are_copied),
        cmocka_unit_test(invalid_arguments_have_their_codes),
        cmocka_unit_test(buffer_may_be_released_before_it_runs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
