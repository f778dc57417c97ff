// SPDX-License-Identifier: Apache-2.0
// clEnqueueReadBufferRect, clEnqueueWriteBufferRect, clEnqueueCopyBufferRect.
#include "runtime/tests/support.h"

enum { SIDE = 16, BYTES = SIDE * SIDE * SIDE };

static const size_t zero[3] = {0, 0, 0};

static void
fill_host(unsigned char *bytes)
{
    for (int i = 0; i < BYTES; i++)
        bytes[i] = (unsigned char)(i * 31 + i / 256);
}

static size_t
at(const size_t origin[3], size_t x, size_t y, size_t z)
{
    return ((origin[2] + z) * SIDE + origin[1] + y) * SIDE + origin[0] + x;
}

static void
box_is_written_and_read(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, BYTES);
    const size_t device[3] = {1, 2, 3}, host[3] = {4, 0, 2}, region[3] = {5, 7, 3};
    unsigned char out[BYTES], in[BYTES] = {0};

    fill_host(out);
    assert_success(clEnqueueFillBuffer(f->queue, buffer, "", 1, 0, BYTES, 0, NULL, NULL));
    assert_success(clEnqueueWriteBufferRect(f->queue, buffer, CL_TRUE, device, host, region, SIDE, SIDE * SIDE, SIDE,
                                            SIDE * SIDE, out, 0, NULL, NULL));
    assert_success(clEnqueueReadBufferRect(f->queue, buffer, CL_TRUE, device, device, region, SIDE, SIDE * SIDE, SIDE,
                                           SIDE * SIDE, in, 0, NULL, NULL));
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            for (size_t x = 0; x < region[0]; x++)
                assert_int_equal(in[at(device, x, y, z)], out[at(host, x, y, z)]);
    // Nothing beside the box was touched.
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, BYTES, in, 0, NULL, NULL));
    assert_int_equal(in[at(device, 0, 0, 0) - 1], 0);
    assert_int_equal(in[at(device, 4, 6, 2) + 1], 0);
    assert_success(clReleaseMemObject(buffer));
}

static void
zero_pitches_are_computed(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, BYTES);
    const size_t region[3] = {SIDE, SIDE, SIDE};
    unsigned char out[BYTES], in[BYTES] = {0};

    fill_host(out);
    assert_success(
        clEnqueueWriteBufferRect(f->queue, buffer, CL_TRUE, zero, zero, region, 0, 0, 0, 0, out, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, BYTES, in, 0, NULL, NULL));
    assert_memory_equal(in, out, BYTES);
    assert_success(clReleaseMemObject(buffer));
}

static void
large_box_is_copied(void **state)
{
    struct fixture *f = *state;
    const size_t pitch = 2048, rows = 1500, region[3] = {2000, rows, 1}, origin[3] = {16, 0, 0};
    cl_mem from = make_buffer(f, pitch * rows), to = make_buffer(f, pitch * rows);
    unsigned *bytes = malloc(pitch * rows), *back = calloc(1, pitch * rows);

    assert_non_null(bytes);
    assert_non_null(back);
    for (size_t i = 0; i < pitch * rows / 4; i++)
        bytes[i] = (unsigned)i;
    assert_success(clEnqueueWriteBuffer(f->queue, from, CL_TRUE, 0, pitch * rows, bytes, 0, NULL, NULL));
    assert_success(
        clEnqueueCopyBufferRect(f->queue, from, to, origin, origin, region, pitch, 0, pitch, 0, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, to, CL_TRUE, 0, pitch * rows, back, 0, NULL, NULL));
    for (size_t y = 0; y < rows; y++)
        assert_memory_equal((char *)back + y * pitch + 16, (char *)bytes + y * pitch + 16, 2000);
    free(bytes);
    free(back);
    assert_success(clReleaseMemObject(from));
    assert_success(clReleaseMemObject(to));
}

static void
copies_within_one_buffer(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, BYTES);
    const size_t from[3] = {0, 0, 0}, to[3] = {8, 0, 0}, region[3] = {8, SIDE, SIDE};
    unsigned char bytes[BYTES];

    fill_host(bytes);
    assert_success(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, 0, BYTES, bytes, 0, NULL, NULL));
    // Left half to right half: interleaved, but no byte is shared.
    assert_success(clEnqueueCopyBufferRect(f->queue, buffer, buffer, from, to, region, SIDE, SIDE * SIDE, SIDE,
                                           SIDE * SIDE, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, BYTES, bytes, 0, NULL, NULL));
    for (int i = 0; i < BYTES; i++)
        assert_int_equal(bytes[i], bytes[i & ~8]);
    assert_success(clReleaseMemObject(buffer));
}

static void
overlap_is_judged_byte_by_byte(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, BYTES);
    unsigned seed = 1;

    for (int round = 0; round < 3000; round++) {
        size_t src[3], dst[3], region[3];
        unsigned char marks[BYTES] = {0};
        bool overlap = false;

        for (int i = 0; i < 3; i++) {
            size_t room = SIDE / 2;

            seed = seed * 1664525 + 1013904223;
            region[i] = 1 + (seed >> 16) % room;
            seed = seed * 1664525 + 1013904223;
            src[i] = (seed >> 16) % room;
            seed = seed * 1664525 + 1013904223;
            dst[i] = (seed >> 16) % room;
        }
        for (size_t z = 0; z < region[2]; z++)
            for (size_t y = 0; y < region[1]; y++)
                for (size_t x = 0; x < region[0]; x++)
                    marks[at(src, x, y, z)] = 1;
        for (size_t z = 0; z < region[2]; z++)
            for (size_t y = 0; y < region[1]; y++)
                for (size_t x = 0; x < region[0]; x++)
                    overlap = overlap || marks[at(dst, x, y, z)];
        assert_error(clEnqueueCopyBufferRect(f->queue, buffer, buffer, src, dst, region, SIDE, SIDE * SIDE, SIDE,
                                             SIDE * SIDE, 0, NULL, NULL),
                     overlap ? CL_MEM_COPY_OVERLAP : CL_SUCCESS);
    }
    assert_success(clFinish(f->queue));
    assert_success(clReleaseMemObject(buffer));
}

static cl_int
read_rect(const struct fixture *f, cl_mem buffer, const size_t *origin, const size_t *region, size_t row, size_t slice)
{
    static unsigned char bytes[1 << 16];

    return clEnqueueReadBufferRect(f->queue, buffer, CL_TRUE, origin, zero, region, row, slice, 0, 0, bytes, 0, NULL,
                                   NULL);
}

static void
bad_shapes_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, BYTES);
    const size_t region[3] = {8, 4, 2}, empty[3] = {8, 0, 2}, edge[3] = {0, 0, 15}, far[3] = {SIZE_MAX, 0, 0};
    const size_t wide[3] = {SIZE_MAX, SIZE_MAX, 2};

    assert_success(read_rect(f, buffer, zero, region, 0, 0));
    assert_error(read_rect(f, buffer, NULL, region, 0, 0), CL_INVALID_VALUE);
    assert_error(read_rect(f, buffer, zero, NULL, 0, 0), CL_INVALID_VALUE);
    assert_error(read_rect(f, buffer, zero, empty, 0, 0), CL_INVALID_VALUE);
    assert_error(read_rect(f, buffer, zero, region, 7, 0), CL_INVALID_VALUE);
    assert_error(read_rect(f, buffer, zero, region, 16, 63), CL_INVALID_VALUE);
    assert_error(read_rect(f, buffer, zero, region, 16, 65), CL_INVALID_VALUE);
    assert_error(read_rect(f, buffer, edge, region, SIDE, SIDE * SIDE), CL_INVALID_VALUE);
    assert_error(read_rect(f, buffer, far, region, SIDE, SIDE * SIDE), CL_INVALID_VALUE);
    assert_error(read_rect(f, buffer, zero, wide, 0, 0), CL_INVALID_VALUE);
    assert_error(
        clEnqueueReadBufferRect(f->queue, buffer, CL_TRUE, zero, zero, region, 0, 0, 0, 0, NULL, 0, NULL, NULL),
        CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(buffer));
}

static void
different_pitches_in_one_buffer_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, BYTES);
    const size_t region[3] = {4, 2, 2}, far[3] = {0, 0, 8};

    assert_error(clEnqueueCopyBufferRect(f->queue, buffer, buffer, zero, far, region, 16, 256, 32, 256, 0, NULL, NULL),
                 CL_INVALID_VALUE);
    assert_error(clEnqueueCopyBufferRect(f->queue, buffer, buffer, zero, far, region, 16, 128, 16, 256, 0, NULL, NULL),
                 CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(buffer));
}

static void
host_access_flags_return_CL_INVALID_OPERATION(void **state)
{
    struct fixture *f = *state;
    const size_t region[3] = {4, 2, 2};
    char bytes[16] = {0};
    cl_int err;
    cl_mem buffer = clCreateBuffer(f->context, CL_MEM_HOST_NO_ACCESS, BYTES, NULL, &err);

    assert_success(err);
    assert_error(read_rect(f, buffer, zero, region, 0, 0), CL_INVALID_OPERATION);
    assert_error(
        clEnqueueWriteBufferRect(f->queue, buffer, CL_TRUE, zero, zero, region, 0, 0, 0, 0, bytes, 0, NULL, NULL),
        CL_INVALID_OPERATION);
    assert_success(clReleaseMemObject(buffer));
}

static void
foreign_handles_are_refused(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, BYTES);
    const size_t region[3] = {4, 2, 2};

    assert_error(read_rect(f, NULL, zero, region, 0, 0), CL_INVALID_MEM_OBJECT);
    assert_error(read_rect(f, foreign_handle(), zero, region, 0, 0), CL_INVALID_MEM_OBJECT);
    assert_error(
        clEnqueueCopyBufferRect(foreign_handle(), buffer, buffer, zero, zero, region, 0, 0, 0, 0, 0, NULL, NULL),
        CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueCopyBufferRect(f->queue, buffer, NULL, zero, zero, region, 0, 0, 0, 0, 0, NULL, NULL),
                 CL_INVALID_MEM_OBJECT);
    assert_success(clReleaseMemObject(buffer));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_is_written_and_read),
        cmocka_unit_test(zero_pitches_are_computed),
        cmocka_unit_test(large_box_is_copied),
        cmocka_unit_test(copies_within_one_buffer),
        cmocka_unit_test(overlap_is_judged_byte_by_byte),
        cmocka_unit_test(bad_shapes_return_CL_INVALID_VALUE),
        cmocka_unit_test(different_pitches_in_one_buffer_return_CL_INVALID_VALUE),
        cmocka_unit_test(host_access_flags_return_CL_INVALID_OPERATION),
        cmocka_unit_test(foreign_handles_are_refused),
    };

    return RUN_TESTS("enqueue_buffer_rect");
}
