// SPDX-License-Identifier: Apache-2.0
// clCreatePipe, clGetPipeInfo, and pipes as arguments: every error that the specification names.
#include <string.h>
#include <time.h>

#include "conformance/tests/pipe_support.h"

static const char simple[] = "kernel void put(write_only pipe int p, global int *failed) {\n"
                             "  int v = get_global_id(0); if (write_pipe(p, &v)) atomic_inc(failed); }\n"
                             "kernel void take(read_only pipe int p, global int *out) {\n"
                             "  int v; out[get_global_id(0)] = read_pipe(p, &v) == 0 ? v : -1; }";

// What clCreatePipe answers; a pipe that came of it is released.
static cl_int
try_pipe(cl_context context, cl_mem_flags flags, cl_uint bytes, cl_uint packets, const cl_pipe_properties *properties)
{
    cl_int err = 12345;
    cl_mem pipe = clCreatePipe(context, flags, bytes, packets, properties, &err);

    assert_int_equal(pipe != NULL, err == CL_SUCCESS);
    if (pipe)
        CHECK(clReleaseMemObject(pipe));
    return err;
}

static void
a_pipe_tells_about_itself(void **state)
{
    cl_mem pipe = make_pipe(12, 34);
    cl_uint value = 0;
    size_t size = 9;

    (void)state;
    CHECK(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof value, &value, NULL));
    assert_int_equal(value, 12);
    CHECK(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof value, &value, &size));
    assert_int_equal(value, 34);
    assert_int_equal(size, sizeof value);
    // No value wanted: its size does not count. A larger one is enough.
    CHECK(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, 1, NULL, &size));
    assert_int_equal(size, sizeof value);
    CHECK(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, 0, NULL, NULL));
    CHECK(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, 100, &(cl_uint[25]){0}, &size));
    assert_int_equal(size, sizeof value);
    // Created without properties.
    CHECK(clGetPipeInfo(pipe, CL_PIPE_PROPERTIES, 0, NULL, &size));
    assert_int_equal(size, 0);
    CHECK(clReleaseMemObject(pipe));
}

static void
wrong_queries_are_refused(void **state)
{
    cl_mem pipe = make_pipe(12, 34), buffer = make_buffer(64, NULL);
    cl_ulong value = 77;
    const cl_pipe_info names[] = {CL_MEM_SIZE, CL_MEM_TYPE, 0, CL_PIPE_PACKET_SIZE - 1, CL_PIPE_PROPERTIES + 1,
                                  0xffffffff};

    (void)state;
    assert_int_equal(clGetPipeInfo(NULL, CL_PIPE_PACKET_SIZE, sizeof value, &value, NULL), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, sizeof value, &value, NULL), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clGetPipeInfo((cl_mem)test_queue, CL_PIPE_PACKET_SIZE, sizeof value, &value, NULL),
                     CL_INVALID_MEM_OBJECT);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(clGetPipeInfo(pipe, names[i], sizeof value, &value, NULL), CL_INVALID_VALUE);
    for (size_t size = 0; size < sizeof(cl_uint); size++) {
        assert_int_equal(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, size, &value, NULL), CL_INVALID_VALUE);
        assert_int_equal(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, size, &value, NULL), CL_INVALID_VALUE);
    }
    assert_int_equal(value, 77);
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseMemObject(buffer));
    assert_int_equal(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof value, &value, NULL), CL_INVALID_MEM_OBJECT);
}

// The queries that all memory objects have.
static void
a_pipe_is_a_memory_object(void **state)
{
    cl_mem pipe = make_pipe(12, 34), associated;
    cl_uint value = 0;
    cl_mem_flags flags = 0;
    cl_context context;
    void *host;
    size_t size = 1;

    (void)state;
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_TYPE, sizeof value, &value, NULL));
    assert_int_equal(value, CL_MEM_OBJECT_PIPE);
    // The default of flags 0.
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    assert_int_equal(flags, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_CONTEXT, sizeof(cl_context), &context, NULL));
    assert_ptr_equal(context, test_context);
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_HOST_PTR, sizeof host, &host, NULL));
    assert_null(host);
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem), &associated, NULL));
    assert_null(associated);
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_OFFSET, sizeof size, &size, NULL));
    assert_int_equal(size, 0);
    // Creation retains it, once.
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_REFERENCE_COUNT, sizeof value, &value, NULL));
    assert_int_equal(value, 1);
    CHECK(clRetainMemObject(pipe));
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_REFERENCE_COUNT, sizeof value, &value, NULL));
    assert_int_equal(value, 2);
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseMemObject(pipe));
    assert_int_equal(clRetainMemObject(pipe), CL_INVALID_MEM_OBJECT);
}

static void
flags_are_read_write_and_no_access_of_the_host(void **state)
{
    const cl_mem_flags allowed = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
    const cl_mem_flags good[] = {0, CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS, allowed};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(try_pipe(test_context, good[i], 4, 4, NULL));
    for (int bit = 0; bit < 64; bit++)
        if (!(allowed >> bit & 1)) {
            assert_int_equal(try_pipe(test_context, (cl_mem_flags)1 << bit, 4, 4, NULL), CL_INVALID_VALUE);
            assert_int_equal(try_pipe(test_context, (cl_mem_flags)1 << bit | allowed, 4, 4, NULL), CL_INVALID_VALUE);
        }
}

static void
wrong_pipes_are_refused(void **state)
{
    // Properties must be NULL, so an empty list is wrong as well.
    const cl_pipe_properties properties[] = {CL_MEM_FLAGS, 0, 0}, none[] = {0};
    cl_uint most = 0;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof most, &most, NULL));
    assert_int_equal(try_pipe(NULL, 0, 4, 4, NULL), CL_INVALID_CONTEXT);
    assert_int_equal(try_pipe((cl_context)test_queue, 0, 4, 4, NULL), CL_INVALID_CONTEXT);
    assert_int_equal(try_pipe(test_context, 0, 4, 4, properties), CL_INVALID_VALUE);
    assert_int_equal(try_pipe(test_context, 0, 4, 4, none), CL_INVALID_VALUE);
    assert_int_equal(try_pipe(test_context, 0, 0, 4, NULL), CL_INVALID_PIPE_SIZE);
    assert_int_equal(try_pipe(test_context, 0, most + 1, 4, NULL), CL_INVALID_PIPE_SIZE);
    assert_int_equal(try_pipe(test_context, 0, 0xffffffff, 4, NULL), CL_INVALID_PIPE_SIZE);
    assert_int_equal(try_pipe(test_context, 0, 4, 0, NULL), CL_INVALID_PIPE_SIZE);
    assert_int_equal(try_pipe(test_context, 0, 0, 0, NULL), CL_INVALID_PIPE_SIZE);
    CHECK(try_pipe(test_context, 0, 1, 1, NULL));
    CHECK(try_pipe(test_context, 0, most, 1, NULL));
    assert_int_equal(try_pipe(test_context, 0, most, 0xffffffff, NULL), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

static void
no_error_code_need_be_wanted(void **state)
{
    cl_mem pipe = clCreatePipe(test_context, 0, 4, 4, NULL, NULL);

    (void)state;
    assert_non_null(pipe);
    CHECK(clReleaseMemObject(pipe));
    assert_null(clCreatePipe(test_context, 0, 0, 4, NULL, NULL));
}

static void
wrong_arguments_are_refused(void **state)
{
    cl_program program = test_build(simple, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, 4), buffer = make_buffer(64, NULL), none = NULL, queue = (cl_mem)test_queue, foreign;
    cl_int err;
    cl_kernel put = clCreateKernel(program, "put", &err);
    cl_context other = clCreateContext(NULL, 1, &test_device, NULL, NULL, NULL);
    const size_t one = 1;

    (void)state;
    CHECK(err);
    assert_non_null(other);
    foreign = clCreatePipe(other, 0, 4, 4, NULL, &err);
    CHECK(err);
    assert_int_equal(clSetKernelArg(put, 0, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(put, 0, sizeof none, &none), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(put, 0, sizeof none, NULL), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(put, 0, sizeof queue, &queue), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(put, 0, sizeof foreign, &foreign), CL_INVALID_CONTEXT);
    assert_int_equal(clSetKernelArg(put, 0, 4, &pipe), CL_INVALID_ARG_SIZE);
    assert_int_equal(clSetKernelArg(put, 0, 2 * sizeof pipe, (cl_mem[]){pipe, pipe}), CL_INVALID_ARG_SIZE);
    assert_int_equal(clSetKernelArg(put, 1, sizeof pipe, &pipe), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(put, 2, sizeof pipe, &pipe), CL_INVALID_ARG_INDEX);
    CHECK(clSetKernelArg(put, 1, sizeof buffer, &buffer));
    // All those left the argument unset.
    assert_int_equal(clEnqueueNDRangeKernel(test_queue, put, 1, NULL, &one, NULL, 0, NULL, NULL),
                     CL_INVALID_KERNEL_ARGS);
    CHECK(clSetKernelArg(put, 0, sizeof pipe, &pipe));
    CHECK(clReleaseKernel(put));
    for (cl_mem *m = (cl_mem[]){pipe, foreign, buffer, NULL}; *m; m++)
        CHECK(clReleaseMemObject(*m));
    CHECK(clReleaseContext(other));
    CHECK(clReleaseProgram(program));
}

// No call that reads, writes or maps memory objects takes a pipe.
static void
the_host_has_no_access(void **state)
{
    cl_mem pipe = make_pipe(4, 16), buffer = make_buffer(64, NULL);
    const size_t origin[3] = {0}, region[3] = {4, 1, 1};
    const cl_buffer_region part = {0, 4};
    cl_int err, zeros[16] = {0};

    (void)state;
#define REFUSED(call) assert_int_equal((call), CL_INVALID_MEM_OBJECT)
    REFUSED(clEnqueueReadBuffer(test_queue, pipe, CL_TRUE, 0, 4, zeros, 0, NULL, NULL));
    REFUSED(clEnqueueWriteBuffer(test_queue, pipe, CL_TRUE, 0, 4, zeros, 0, NULL, NULL));
    REFUSED(
        clEnqueueReadBufferRect(test_queue, pipe, CL_TRUE, origin, origin, region, 0, 0, 0, 0, zeros, 0, NULL, NULL));
    REFUSED(
        clEnqueueWriteBufferRect(test_queue, pipe, CL_TRUE, origin, origin, region, 0, 0, 0, 0, zeros, 0, NULL, NULL));
    REFUSED(clEnqueueFillBuffer(test_queue, pipe, zeros, 4, 0, 4, 0, NULL, NULL));
    REFUSED(clEnqueueCopyBuffer(test_queue, pipe, buffer, 0, 0, 4, 0, NULL, NULL));
    REFUSED(clEnqueueCopyBuffer(test_queue, buffer, pipe, 0, 0, 4, 0, NULL, NULL));
    REFUSED(clEnqueueCopyBufferRect(test_queue, pipe, buffer, origin, origin, region, 0, 0, 0, 0, 0, NULL, NULL));
    REFUSED(clEnqueueCopyBufferRect(test_queue, buffer, pipe, origin, origin, region, 0, 0, 0, 0, 0, NULL, NULL));
    assert_null(clEnqueueMapBuffer(test_queue, pipe, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &err));
    REFUSED(err);
    assert_null(clCreateSubBuffer(pipe, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &err));
    REFUSED(err);
#undef REFUSED
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseMemObject(buffer));
}

static void
kernels_tell_which_arguments_are_pipes(void **state)
{
    cl_program program = test_build("kernel void k(write_only pipe int4 to, pipe int from, global int *other) {}",
                                    "-cl-std=CL3.0 -cl-kernel-arg-info");
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    static const struct {
        cl_kernel_arg_type_qualifier type;
        cl_kernel_arg_access_qualifier access;
        const char *name;
    } expected[] = {{CL_KERNEL_ARG_TYPE_PIPE, CL_KERNEL_ARG_ACCESS_WRITE_ONLY, "to"},
                    {CL_KERNEL_ARG_TYPE_PIPE, CL_KERNEL_ARG_ACCESS_READ_ONLY, "from"},
                    {CL_KERNEL_ARG_TYPE_NONE, CL_KERNEL_ARG_ACCESS_NONE, "other"}};

    (void)state;
    CHECK(err);
    for (cl_uint i = 0; i < 3; i++) {
        cl_kernel_arg_type_qualifier type;
        cl_kernel_arg_access_qualifier access;
        char name[20];

        CHECK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL));
        CHECK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
        CHECK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, sizeof name, name, NULL));
        assert_int_equal(type, expected[i].type);
        assert_int_equal(access, expected[i].access);
        assert_string_equal(name, expected[i].name);
    }
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

// Packets stay in the pipe from one kernel to the next, whichever queue it is in, if the one waits for the other.
static void
packets_stay_from_kernel_to_kernel(void **state)
{
    enum { PACKETS = 64 };
    cl_program program = test_build(simple, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, PACKETS);
    cl_int failed = 0, out[PACKETS], err;
    cl_mem failures = make_buffer(sizeof failed, &failed), results = make_buffer(sizeof out, NULL);
    cl_kernel put = make_kernel(program, "put", pipe, failures), take = make_kernel(program, "take", pipe, results);
    cl_command_queue other = clCreateCommandQueueWithProperties(test_context, test_device, NULL, &err);
    const size_t items = PACKETS / 2;

    (void)state;
    CHECK(err);
    for (int round = 0; round < 5; round++) {
        cl_event events[2];

        // One group, and so one order; what lies between kernels is a synchronization point.
        for (int i = 0; i < 2; i++)
            CHECK(clEnqueueNDRangeKernel(test_queue, put, 1, NULL, &items, &items, 0, NULL, &events[i]));
        CHECK(clFlush(test_queue));
        CHECK(clEnqueueNDRangeKernel(other, take, 1, NULL, (size_t[]){PACKETS}, (size_t[]){PACKETS}, 1, &events[1],
                                     NULL));
        CHECK(clEnqueueReadBuffer(other, results, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (size_t i = 0, seen[PACKETS] = {0}; i < PACKETS; i++) {
            assert_in_range(out[i], 0, items - 1);
            assert_true(seen[out[i]]++ < 2);
        }
        for (int i = 0; i < 2; i++)
            CHECK(clReleaseEvent(events[i]));
    }
    fetch(failures, &failed, sizeof failed);
    assert_int_equal(failed, 0);
    CHECK(clReleaseCommandQueue(other));
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseKernel(take));
    for (cl_mem *m = (cl_mem[]){pipe, failures, results, NULL}; *m; m++)
        CHECK(clReleaseMemObject(*m));
    CHECK(clReleaseProgram(program));
}

static void CL_CALLBACK
count_call(cl_mem pipe, void *calls)
{
    (void)pipe;
    __atomic_add_fetch((int *)calls, 1, __ATOMIC_SEQ_CST);
}

// A command keeps the pipe that it uses; a kernel object does not.
static void
a_released_pipe_lives_until_its_commands_end(void **state)
{
    cl_program program = test_build(simple, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, 4);
    cl_int failed = 0, err;
    int calls = 0;
    cl_uint references;
    cl_mem failures = make_buffer(sizeof failed, &failed);
    cl_kernel put = make_kernel(program, "put", pipe, failures);
    cl_event start = clCreateUserEvent(test_context, &err);
    const size_t one = 1;

    (void)state;
    CHECK(err);
    CHECK(clSetMemObjectDestructorCallback(pipe, count_call, &calls));
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL));
    assert_int_equal(references, 1);
    CHECK(clEnqueueNDRangeKernel(test_queue, put, 1, NULL, &one, NULL, 1, &start, NULL));
    CHECK(clReleaseMemObject(pipe));
    assert_int_equal(__atomic_load_n(&calls, __ATOMIC_SEQ_CST), 0);
    CHECK(clSetUserEventStatus(start, CL_COMPLETE));
    CHECK(clFinish(test_queue));
    fetch(failures, &failed, sizeof failed);
    assert_int_equal(failed, 0);
    CHECK(clReleaseEvent(start));
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseMemObject(failures));
    CHECK(clReleaseProgram(program));
    for (int i = 0; i < 5000 && __atomic_load_n(&calls, __ATOMIC_SEQ_CST) == 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    assert_int_equal(__atomic_load_n(&calls, __ATOMIC_SEQ_CST), 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pipe_tells_about_itself),
        cmocka_unit_test(wrong_queries_are_refused),
        cmocka_unit_test(a_pipe_is_a_memory_object),
        cmocka_unit_test(flags_are_read_write_and_no_access_of_the_host),
        cmocka_unit_test(wrong_pipes_are_refused),
        cmocka_unit_test(no_error_code_need_be_wanted),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(the_host_has_no_access),
        cmocka_unit_test(kernels_tell_which_arguments_are_pipes),
        cmocka_unit_test(packets_stay_from_kernel_to_kernel),
        cmocka_unit_test(a_released_pipe_lives_until_its_commands_end),
    };

    return cmocka_run_group_tests_name("pipe_objects", tests, test_begin, test_end);
}
