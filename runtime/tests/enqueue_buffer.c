// SPDX-License-Identifier: Apache-2.0
// clEnqueueReadBuffer, clEnqueueWriteBuffer, clEnqueueCopyBuffer, clEnqueueFillBuffer, clEnqueueMigrateMemObjects.
#include "runtime/tests/support.h"

static void
written_bytes_are_read_back(void **state)
{
    struct fixture *f = *state;
    const size_t sizes[] = {1, 127, 4096, 100000, 3 << 20};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        cl_mem buffer = make_buffer(f, sizes[i]);
        unsigned char *out = malloc(sizes[i]), *in = calloc(1, sizes[i]);

        assert_non_null(out);
        assert_non_null(in);
        for (size_t j = 0; j < sizes[i]; j++)
            out[j] = (unsigned char)(j * 7 + i);
        assert_success(clEnqueueWriteBuffer(f->queue, buffer, CL_FALSE, 0, sizes[i], out, 0, NULL, NULL));
        assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, sizes[i], in, 0, NULL, NULL));
        assert_memory_equal(in, out, sizes[i]);
        free(in);
        free(out);
        assert_success(clReleaseMemObject(buffer));
    }
}

static void
offsets_select_bytes(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 8);
    char out[] = "abcdefgh", in[4] = "";

    assert_success(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, 0, 8, out, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 3, 3, in, 0, NULL, NULL));
    assert_string_equal(in, "def");
    assert_success(clReleaseMemObject(buffer));
}

static void
foreign_handles_are_refused(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 16);
    char bytes[16] = {0};

    assert_error(clEnqueueReadBuffer(foreign_handle(), buffer, CL_TRUE, 0, 16, bytes, 0, NULL, NULL),
                 CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueReadBuffer(f->queue, foreign_handle(), CL_TRUE, 0, 16, bytes, 0, NULL, NULL),
                 CL_INVALID_MEM_OBJECT);
    assert_error(clEnqueueReadBuffer(f->queue, NULL, CL_TRUE, 0, 16, bytes, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_error(clEnqueueWriteBuffer(f->queue, (cl_mem)f->context, CL_TRUE, 0, 16, bytes, 0, NULL, NULL),
                 CL_INVALID_MEM_OBJECT);
    assert_error(clEnqueueCopyBuffer(f->queue, buffer, NULL, 0, 0, 16, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_error(clEnqueueFillBuffer(f->queue, NULL, bytes, 1, 0, 16, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_success(clReleaseMemObject(buffer));
}

static void
buffer_of_another_context_returns_CL_INVALID_CONTEXT(void **state)
{
    struct fixture *f = *state;
    cl_context context = other_context(f);
    cl_int err;
    cl_mem buffer = clCreateBuffer(context, 0, 16, NULL, &err), own = make_buffer(f, 16);
    char bytes[16] = {0};

    assert_success(err);
    assert_error(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 16, bytes, 0, NULL, NULL), CL_INVALID_CONTEXT);
    assert_error(clEnqueueCopyBuffer(f->queue, own, buffer, 0, 0, 16, 0, NULL, NULL), CL_INVALID_CONTEXT);
    assert_error(clEnqueueFillBuffer(f->queue, buffer, bytes, 1, 0, 16, 0, NULL, NULL), CL_INVALID_CONTEXT);
    assert_success(clReleaseMemObject(own));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseContext(context));
}

static void
out_of_bounds_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 16), other = make_buffer(f, 32);
    char bytes[64] = {0};

    assert_error(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 17, bytes, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 17, 0, bytes, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, 8, SIZE_MAX, bytes, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueCopyBuffer(f->queue, other, buffer, 0, 0, 32, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueCopyBuffer(f->queue, buffer, other, 8, 0, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueFillBuffer(f->queue, buffer, bytes, 4, 16, 4, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseMemObject(other));
}

static void
null_pointer_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 16);

    assert_error(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 16, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, 0, 16, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueFillBuffer(f->queue, buffer, NULL, 4, 0, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(buffer));
}

static void
bad_wait_list_returns_CL_INVALID_EVENT_WAIT_LIST(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 16), other = make_buffer(f, 16);
    cl_event none = NULL;
    char bytes[16] = {0};

    assert_error(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 16, bytes, 1, NULL, NULL),
                 CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 16, bytes, 0, &none, NULL),
                 CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, 0, 16, bytes, 1, &none, NULL),
                 CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueCopyBuffer(f->queue, buffer, other, 0, 0, 16, 1, &none, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueFillBuffer(f->queue, buffer, bytes, 1, 0, 16, 1, &none, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseMemObject(other));
}

static void
host_access_flags_return_CL_INVALID_OPERATION(void **state)
{
    struct fixture *f = *state;
    const cl_mem_flags flags[] = {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS};

    for (int i = 0; i < 3; i++) {
        char bytes[16] = {0};
        cl_int err;
        cl_mem buffer = clCreateBuffer(f->context, flags[i], 16, NULL, &err);

        assert_success(err);
        assert_error(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 16, bytes, 0, NULL, NULL),
                     flags[i] == CL_MEM_HOST_READ_ONLY ? CL_SUCCESS : CL_INVALID_OPERATION);
        assert_error(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, 0, 16, bytes, 0, NULL, NULL),
                     flags[i] == CL_MEM_HOST_WRITE_ONLY ? CL_SUCCESS : CL_INVALID_OPERATION);
        assert_success(clReleaseMemObject(buffer));
    }
}

static void
failed_event_fails_the_blocking_read(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 16);
    cl_int err;
    cl_event gate = clCreateUserEvent(f->context, &err);
    char bytes[16] = {0};

    assert_success(err);
    assert_success(clSetUserEventStatus(gate, -1));
    assert_error(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 16, bytes, 1, &gate, NULL),
                 CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_success(clReleaseEvent(gate));
    assert_success(clReleaseMemObject(buffer));
}

static void
copies_between_buffers(void **state)
{
    struct fixture *f = *state;
    cl_mem from = make_buffer(f, 2 << 20), to = make_buffer(f, 2 << 20);
    unsigned char *bytes = malloc(2 << 20);

    assert_non_null(bytes);
    for (int i = 0; i < 2 << 20; i++)
        bytes[i] = (unsigned char)(i % 251);
    assert_success(clEnqueueWriteBuffer(f->queue, from, CL_FALSE, 0, 2 << 20, bytes, 0, NULL, NULL));
    assert_success(clEnqueueCopyBuffer(f->queue, from, to, 5, 3, (2 << 20) - 5, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    memset(bytes, 0, 2 << 20);
    assert_success(clEnqueueReadBuffer(f->queue, to, CL_TRUE, 3, (2 << 20) - 5, bytes, 0, NULL, NULL));
    for (int i = 0; i < (2 << 20) - 5; i++)
        assert_int_equal(bytes[i], (i + 5) % 251);
    free(bytes);
    assert_success(clReleaseMemObject(from));
    assert_success(clReleaseMemObject(to));
}

static void
overlapping_copy_returns_CL_MEM_COPY_OVERLAP(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 1024), left, right;
    cl_buffer_region first = {0, 512}, second = {256, 512};
    cl_int err;

    assert_error(clEnqueueCopyBuffer(f->queue, buffer, buffer, 0, 8, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    assert_error(clEnqueueCopyBuffer(f->queue, buffer, buffer, 8, 0, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    assert_success(clEnqueueCopyBuffer(f->queue, buffer, buffer, 0, 16, 16, 0, NULL, NULL));
    left = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &first, &err);
    assert_success(err);
    right = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &second, &err);
    assert_success(err);
    assert_error(clEnqueueCopyBuffer(f->queue, left, right, 250, 0, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    assert_success(clEnqueueCopyBuffer(f->queue, left, right, 240, 0, 16, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_success(clReleaseMemObject(left));
    assert_success(clReleaseMemObject(right));
    assert_success(clReleaseMemObject(buffer));
}

static void
fills_with_patterns_of_every_size(void **state)
{
    struct fixture *f = *state;
    const size_t size = (2 << 20) + 1024;
    cl_mem buffer = make_buffer(f, size);
    unsigned char pattern[128], *bytes = malloc(size);

    assert_non_null(bytes);
    for (size_t n = 1; n <= 128; n *= 2) {
        for (size_t i = 0; i < n; i++)
            pattern[i] = (unsigned char)(i * 3 + n);
        assert_success(clEnqueueFillBuffer(f->queue, buffer, "", 1, 0, size, 0, NULL, NULL));
        assert_success(clEnqueueFillBuffer(f->queue, buffer, pattern, n, n, size - 2 * n, 0, NULL, NULL));
        assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, size, bytes, 0, NULL, NULL));
        for (size_t i = 0; i < size; i++)
            if (bytes[i] != (i < n || i >= size - n ? 0 : pattern[i % n]))
                fail_msg("pattern of %zu bytes: byte %zu is %u", n, i, bytes[i]);
    }
    free(bytes);
    assert_success(clReleaseMemObject(buffer));
}

static void
a_fill_of_no_bytes_does_nothing(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 16);
    const cl_uint pattern = 0x12345678;
    cl_uint before[4] = {1, 2, 3, 4}, after[4];

    assert_success(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, 0, 16, before, 0, NULL, NULL));
    assert_success(clEnqueueFillBuffer(f->queue, buffer, &pattern, 4, 4, 0, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 16, after, 0, NULL, NULL));
    assert_memory_equal(before, after, 16);
    assert_success(clReleaseMemObject(buffer));
}

static void
bad_pattern_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 1024);
    char pattern[256] = {0};

    assert_error(clEnqueueFillBuffer(f->queue, buffer, pattern, 0, 0, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueFillBuffer(f->queue, buffer, pattern, 3, 0, 12, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueFillBuffer(f->queue, buffer, pattern, 256, 0, 256, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueFillBuffer(f->queue, buffer, pattern, 4, 2, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueFillBuffer(f->queue, buffer, pattern, 4, 0, 15, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(buffer));
}

static void
events_tell_the_command_type(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64), other = make_buffer(f, 64);
    const cl_command_type expected[] = {CL_COMMAND_WRITE_BUFFER, CL_COMMAND_READ_BUFFER, CL_COMMAND_COPY_BUFFER,
                                        CL_COMMAND_FILL_BUFFER, CL_COMMAND_MIGRATE_MEM_OBJECTS};
    char bytes[64] = {0};
    cl_event events[5];

    assert_success(clEnqueueWriteBuffer(f->queue, buffer, CL_FALSE, 0, 64, bytes, 0, NULL, &events[0]));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 64, bytes, 0, NULL, &events[1]));
    assert_success(clEnqueueCopyBuffer(f->queue, buffer, other, 0, 0, 64, 0, NULL, &events[2]));
    assert_success(clEnqueueFillBuffer(f->queue, buffer, bytes, 1, 0, 64, 0, NULL, &events[3]));
    assert_success(clEnqueueMigrateMemObjects(f->queue, 1, &buffer, 0, 0, NULL, &events[4]));
    assert_success(clWaitForEvents(5, events));
    for (int i = 0; i < 5; i++) {
        cl_command_type type = 0;
        cl_int status = 1;

        assert_success(clGetEventInfo(events[i], CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
        assert_int_equal(type, expected[i]);
        assert_success(clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
        assert_int_equal(status, CL_COMPLETE);
        assert_success(clReleaseEvent(events[i]));
    }
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseMemObject(other));
}

static void
migrate_validates(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64), none = NULL;

    assert_error(clEnqueueMigrateMemObjects(f->queue, 0, &buffer, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueMigrateMemObjects(f->queue, 1, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueMigrateMemObjects(f->queue, 1, &none, 0, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_error(clEnqueueMigrateMemObjects(f->queue, 1, &buffer, 1 << 20, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clEnqueueMigrateMemObjects(
        f->queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_success(clReleaseMemObject(buffer));
}

static void
buffer_may_be_released_before_its_commands_ran(void **state)
{
    struct fixture *f = *state;
    cl_int err, value = 9;
    cl_event gate = clCreateUserEvent(f->context, &err);
    cl_mem from = make_buffer(f, 1 << 20), to = make_buffer(f, 1 << 20);

    assert_success(err);
    assert_success(clEnqueueFillBuffer(f->queue, from, &value, 4, 0, 1 << 20, 1, &gate, NULL));
    assert_success(clEnqueueCopyBuffer(f->queue, from, to, 0, 0, 1 << 20, 0, NULL, NULL));
    assert_success(clReleaseMemObject(from));
    value = 0;
    assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_success(clEnqueueReadBuffer(f->queue, to, CL_TRUE, (1 << 20) - 4, 4, &value, 0, NULL, NULL));
    assert_int_equal(value, 9);
    assert_success(clReleaseMemObject(to));
    assert_success(clReleaseEvent(gate));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_bytes_are_read_back),
        cmocka_unit_test(offsets_select_bytes),
        cmocka_unit_test(foreign_handles_are_refused),
        cmocka_unit_test(buffer_of_another_context_returns_CL_INVALID_CONTEXT),
        cmocka_unit_test(out_of_bounds_returns_CL_INVALID_VALUE),
        cmocka_unit_test(null_pointer_returns_CL_INVALID_VALUE),
        cmocka_unit_test(bad_wait_list_returns_CL_INVALID_EVENT_WAIT_LIST),
        cmocka_unit_test(host_access_flags_return_CL_INVALID_OPERATION),
        cmocka_unit_test(failed_event_fails_the_blocking_read),
        cmocka_unit_test(copies_between_buffers),
        cmocka_unit_test(overlapping_copy_returns_CL_MEM_COPY_OVERLAP),
        cmocka_unit_test(fills_with_patterns_of_every_size),
        cmocka_unit_test(a_fill_of_no_bytes_does_nothing),
        cmocka_unit_test(bad_pattern_returns_CL_INVALID_VALUE),
        cmocka_unit_test(events_tell_the_command_type),
        cmocka_unit_test(migrate_validates),
        cmocka_unit_test(buffer_may_be_released_before_its_commands_ran),
    };

    return RUN_TESTS("enqueue_buffer");
}
