// SPDX-License-Identifier: Apache-2.0
// clEnqueueMapBuffer, clEnqueueUnmapMemObject.
#include "runtime/tests/support.h"

static cl_uint
map_count(cl_mem buffer)
{
    cl_uint count = 99;

    assert_success(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof(count), &count, NULL));
    return count;
}

static void *
map(const struct fixture *f, cl_mem buffer, cl_map_flags flags, size_t offset, size_t size, cl_int expected)
{
    cl_int err;
    void *pointer = clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, flags, offset, size, 0, NULL, NULL, &err);

    assert_int_equal(err, expected);
    assert_true((pointer != NULL) == (expected == CL_SUCCESS));
    return pointer;
}

static void
unmap(const struct fixture *f, cl_mem buffer, void *pointer)
{
    assert_success(clEnqueueUnmapMemObject(f->queue, buffer, pointer, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
}

static void
mapped_memory_is_the_buffers(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64);
    int value = 0, *mapped = map(f, buffer, CL_MAP_WRITE, 8, 16, CL_SUCCESS);

    mapped[0] = 1234;
    unmap(f, buffer, mapped);
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 8, 4, &value, 0, NULL, NULL));
    assert_int_equal(value, 1234);
    mapped = map(f, buffer, CL_MAP_READ, 8, 4, CL_SUCCESS);
    assert_int_equal(mapped[0], 1234);
    unmap(f, buffer, mapped);
    assert_success(clReleaseMemObject(buffer));
}

static void
host_pointer_is_what_is_mapped(void **state)
{
    struct fixture *f = *state;
    char host[64] = "in place";
    cl_int err;
    cl_mem buffer = clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, sizeof(host), host, &err);
    char *mapped = map(f, buffer, CL_MAP_READ, 3, 8, CL_SUCCESS);

    assert_ptr_equal(mapped, host + 3);
    unmap(f, buffer, mapped);
    assert_success(clReleaseMemObject(buffer));
}

static void
maps_are_counted(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64);
    void *first = map(f, buffer, CL_MAP_READ, 0, 64, CL_SUCCESS), *second;

    assert_int_equal(map_count(buffer), 1);
    second = map(f, buffer, CL_MAP_READ, 0, 64, CL_SUCCESS);
    assert_ptr_equal(first, second);
    assert_int_equal(map_count(buffer), 2);
    unmap(f, buffer, first);
    assert_int_equal(map_count(buffer), 1);
    unmap(f, buffer, second);
    assert_int_equal(map_count(buffer), 0);
    assert_error(clEnqueueUnmapMemObject(f->queue, buffer, second, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(buffer));
}

static void
unmap_of_what_is_not_mapped_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64), other = make_buffer(f, 64);
    char *mapped = map(f, buffer, CL_MAP_READ, 0, 64, CL_SUCCESS);

    assert_error(clEnqueueUnmapMemObject(f->queue, buffer, mapped + 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueUnmapMemObject(f->queue, buffer, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueUnmapMemObject(f->queue, other, mapped, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueUnmapMemObject(f->queue, NULL, mapped, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    unmap(f, buffer, mapped);
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseMemObject(other));
}

static void
unmap_of_a_pipe_returns_CL_INVALID_MEM_OBJECT(void **state)
{
    struct fixture *f = *state;
    cl_int err;
    cl_mem pipe = clCreatePipe(f->context, 0, 4, 4, NULL, &err);

    assert_success(err);
    assert_error(clEnqueueUnmapMemObject(f->queue, pipe, &err, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_success(clReleaseMemObject(pipe));
}

static void
bad_regions_and_flags_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64);

    map(f, buffer, CL_MAP_READ, 0, 65, CL_INVALID_VALUE);
    map(f, buffer, CL_MAP_READ, 64, 1, CL_INVALID_VALUE);
    map(f, buffer, CL_MAP_READ, 0, 0, CL_INVALID_VALUE);
    map(f, buffer, CL_MAP_READ, 8, SIZE_MAX, CL_INVALID_VALUE);
    map(f, buffer, 1 << 10, 0, 64, CL_INVALID_VALUE);
    map(f, buffer, CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_READ, 0, 64, CL_INVALID_VALUE);
    map(f, buffer, CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_WRITE, 0, 64, CL_INVALID_VALUE);
    assert_int_equal(map_count(buffer), 0);
    assert_success(clReleaseMemObject(buffer));
}

static void
host_access_flags_return_CL_INVALID_OPERATION(void **state)
{
    struct fixture *f = *state;
    const cl_mem_flags flags[] = {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS};
    const cl_map_flags maps[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION, CL_MAP_READ | CL_MAP_WRITE};

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            bool reads = maps[j] & CL_MAP_READ, writes = maps[j] & ~(cl_map_flags)CL_MAP_READ;
            bool allowed =
                (!reads || flags[i] == CL_MEM_HOST_READ_ONLY) && (!writes || flags[i] == CL_MEM_HOST_WRITE_ONLY);
            cl_int err;
            cl_mem buffer = clCreateBuffer(f->context, flags[i], 64, NULL, &err);
            void *mapped = map(f, buffer, maps[j], 0, 64, allowed ? CL_SUCCESS : CL_INVALID_OPERATION);

            if (mapped)
                unmap(f, buffer, mapped);
            assert_success(clReleaseMemObject(buffer));
        }
}

static void
overlapping_write_maps_return_CL_INVALID_OPERATION(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64);
    void *mapped = map(f, buffer, CL_MAP_WRITE, 0, 32, CL_SUCCESS), *other;

    map(f, buffer, CL_MAP_WRITE, 31, 8, CL_INVALID_OPERATION);
    other = map(f, buffer, CL_MAP_WRITE, 32, 8, CL_SUCCESS);
    unmap(f, buffer, mapped);
    unmap(f, buffer, other);
    assert_success(clReleaseMemObject(buffer));
}

static void
write_maps_of_sub_buffers_overlap_their_neighbours(void **state)
{
    struct fixture *f = *state;
    const cl_buffer_region low = {0, 256}, high = {128, 256};
    cl_mem buffer = make_buffer(f, 512), a, b;
    char *mapped;
    cl_int err;

    a = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &err);
    assert_success(err);
    b = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &high, &err);
    assert_success(err);
    mapped = map(f, a, CL_MAP_WRITE, 128, 128, CL_SUCCESS);
    assert_int_equal(map_count(a), 1);
    assert_int_equal(map_count(buffer), 0);
    map(f, b, CL_MAP_WRITE, 127, 1, CL_INVALID_OPERATION);
    map(f, buffer, CL_MAP_WRITE, 255, 1, CL_INVALID_OPERATION);
    // The same address, but neither is what was mapped.
    assert_error(clEnqueueUnmapMemObject(f->queue, b, mapped, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueUnmapMemObject(f->queue, buffer, mapped, 0, NULL, NULL), CL_INVALID_VALUE);
    unmap(f, b, map(f, b, CL_MAP_READ, 0, 256, CL_SUCCESS));
    unmap(f, buffer, map(f, buffer, CL_MAP_WRITE, 256, 256, CL_SUCCESS));
    // What is mapped ends with the object.
    assert_success(clReleaseMemObject(a));
    unmap(f, b, map(f, b, CL_MAP_WRITE, 0, 256, CL_SUCCESS));
    assert_success(clReleaseMemObject(b));
    assert_success(clReleaseMemObject(buffer));
}

static void
map_waits_for_its_events(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64);
    cl_int err, status = 0, value = 3;
    cl_event gate = clCreateUserEvent(f->context, &err), done = NULL;
    int *mapped;

    assert_success(err);
    assert_success(clEnqueueFillBuffer(f->queue, buffer, &value, 4, 0, 64, 1, &gate, NULL));
    mapped = clEnqueueMapBuffer(f->queue, buffer, CL_FALSE, CL_MAP_READ, 0, 64, 0, NULL, &done, &err);
    assert_success(err);
    assert_non_null(mapped);
    assert_success(clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
    assert_int_not_equal(status, CL_COMPLETE);
    assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_success(clWaitForEvents(1, &done));
    assert_int_equal(mapped[5], 3);
    unmap(f, buffer, mapped);
    assert_success(clReleaseEvent(done));
    assert_success(clReleaseEvent(gate));
    assert_success(clReleaseMemObject(buffer));
}

static void
failed_map_leaves_nothing_mapped(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64);
    cl_int err;
    cl_event gate = clCreateUserEvent(f->context, &err);

    assert_success(err);
    assert_success(clSetUserEventStatus(gate, -5));
    assert_null(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 1, &gate, NULL, &err));
    assert_int_equal(err, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_int_equal(map_count(buffer), 0);
    assert_success(clReleaseEvent(gate));
    assert_success(clReleaseMemObject(buffer));
}

static void
still_mapped_buffer_may_be_released(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64);

    map(f, buffer, CL_MAP_READ, 0, 64, CL_SUCCESS);
    assert_success(clReleaseMemObject(buffer));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mapped_memory_is_the_buffers),
        cmocka_unit_test(host_pointer_is_what_is_mapped),
        cmocka_unit_test(maps_are_counted),
        cmocka_unit_test(unmap_of_what_is_not_mapped_returns_CL_INVALID_VALUE),
        cmocka_unit_test(unmap_of_a_pipe_returns_CL_INVALID_MEM_OBJECT),
        cmocka_unit_test(bad_regions_and_flags_return_CL_INVALID_VALUE),
        cmocka_unit_test(host_access_flags_return_CL_INVALID_OPERATION),
        cmocka_unit_test(overlapping_write_maps_return_CL_INVALID_OPERATION),
        cmocka_unit_test(write_maps_of_sub_buffers_overlap_their_neighbours),
        cmocka_unit_test(map_waits_for_its_events),
        cmocka_unit_test(failed_map_leaves_nothing_mapped),
        cmocka_unit_test(still_mapped_buffer_may_be_released),
    };

    return RUN_TESTS("map");
}
