// SPDX-License-Identifier: Apache-2.0
// cl_ext_immutable_memory_objects: objects that commands do not change.
#include "runtime/tests/support.h"

static char contents[4096] = "contents";
static const size_t origin[3] = {0, 0, 0}, region[3] = {4, 1, 1};

static void
flags_that_write_are_refused(void **state)
{
    static const cl_mem_flags flags[] = {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    struct fixture *f = *state;
    cl_int err;

    for (int i = 0; i < 3; i++) {
        cl_mem_flags wrong = flags[i] | CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR;

        assert_null(clCreateBuffer(f->context, wrong, 64, contents, &err));
        assert_int_equal(err, CL_INVALID_VALUE);
        assert_null(clCreateImage(f->context, wrong, &format, &desc, contents, &err));
        assert_int_equal(err, CL_INVALID_VALUE);
    }
    assert_null(clCreateBuffer(f->context, CL_MEM_IMMUTABLE_EXT, 64, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateImage(f->context, CL_MEM_IMMUTABLE_EXT, &format, &desc, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreatePipe(f->context, CL_MEM_IMMUTABLE_EXT, 4, 4, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
}

static cl_mem
make(const struct fixture *f)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(f->context, CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, 4096, contents, &err);

    assert_success(err);
    return buffer;
}

static void
no_command_writes_a_buffer(void **state)
{
    struct fixture *f = *state;
    cl_mem fixed = make(f), other = make_buffer(f, 4096);
    cl_mem_flags flags = 0;
    char bytes[8] = "";
    cl_int err;

    assert_success(clGetMemObjectInfo(fixed, CL_MEM_FLAGS, sizeof(flags), &flags, NULL));
    assert_int_equal(flags, CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR);
    assert_error(clEnqueueWriteBuffer(f->queue, fixed, CL_TRUE, 0, 8, bytes, 0, NULL, NULL), CL_INVALID_OPERATION);
    assert_error(
        clEnqueueWriteBufferRect(f->queue, fixed, CL_TRUE, origin, origin, region, 0, 0, 0, 0, bytes, 0, NULL, NULL),
        CL_INVALID_OPERATION);
    assert_error(clEnqueueCopyBuffer(f->queue, other, fixed, 0, 0, 8, 0, NULL, NULL), CL_INVALID_OPERATION);
    assert_error(clEnqueueCopyBufferRect(f->queue, other, fixed, origin, origin, region, 0, 0, 0, 0, 0, NULL, NULL),
                 CL_INVALID_OPERATION);
    assert_error(clEnqueueFillBuffer(f->queue, fixed, bytes, 1, 0, 8, 0, NULL, NULL), CL_INVALID_OPERATION);
    assert_null(clEnqueueMapBuffer(f->queue, fixed, CL_TRUE, CL_MAP_WRITE, 0, 8, 0, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_OPERATION);
    assert_success(clEnqueueReadBuffer(f->queue, fixed, CL_TRUE, 0, 8, bytes, 0, NULL, NULL));
    assert_memory_equal(bytes, contents, 8);
    assert_success(clEnqueueCopyBuffer(f->queue, fixed, other, 0, 0, 8, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_success(clReleaseMemObject(other));
    assert_success(clReleaseMemObject(fixed));
}

static void
parts_are_immutable_too(void **state)
{
    struct fixture *f = *state;
    const cl_buffer_region part = {128, 128};
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    cl_mem fixed = make(f), sub, image;
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .buffer = fixed};
    char byte = 0;
    cl_int err;

    assert_null(clCreateSubBuffer(fixed, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateSubBuffer(fixed, CL_MEM_HOST_WRITE_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &part, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    sub = clCreateSubBuffer(fixed, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &err);
    assert_success(err);
    assert_error(clEnqueueFillBuffer(f->queue, sub, &byte, 1, 0, 1, 0, NULL, NULL), CL_INVALID_OPERATION);
    assert_null(clCreateImage(f->context, 0, &format, &desc, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    image = clCreateImage(f->context, CL_MEM_IMMUTABLE_EXT, &format, &desc, NULL, &err);
    assert_success(err);
    assert_error(clEnqueueWriteImage(f->queue, image, CL_TRUE, origin, region, 0, 0, contents, 0, NULL, NULL),
                 CL_INVALID_OPERATION);
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseMemObject(sub));
    assert_success(clReleaseMemObject(fixed));
}

static void
kernels_only_read_a_buffer(void **state)
{
    struct fixture *f = *state;
    cl_mem fixed = make(f);
    cl_kernel kernel = build_kernel(f, "kernel void k(global int *a, const global int *b, constant int *c) {}", "k");

    assert_error(clSetKernelArg(kernel, 0, sizeof(fixed), &fixed), CL_INVALID_ARG_VALUE);
    assert_success(clSetKernelArg(kernel, 1, sizeof(fixed), &fixed));
    assert_success(clSetKernelArg(kernel, 2, sizeof(fixed), &fixed));
    assert_success(clReleaseKernel(kernel));
    assert_success(clReleaseMemObject(fixed));
}

static void
no_command_writes_an_image(void **state)
{
    struct fixture *f = *state;
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    cl_mem fixed = make_image(f, CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, &desc, contents);
    cl_mem other = make_image(f, CL_MEM_READ_WRITE, &desc, NULL), buffer = make_buffer(f, 64);
    cl_mem locked = make(f);
    cl_kernel writer =
        build_kernel(f, "kernel void k(write_only image2d_t i) { write_imageui(i, (int2)(0), 1); }", "k");
    cl_kernel reader = build_kernel(
        f, "kernel void k(read_only image2d_t i, global uint *a) { *a = read_imageui(i, (int2)(0)).x; }", "k");
    const cl_uint color[4] = {0};
    size_t pitch;
    cl_uint count = 0;
    cl_int err;

    assert_error(clEnqueueWriteImage(f->queue, fixed, CL_TRUE, origin, region, 0, 0, contents, 0, NULL, NULL),
                 CL_INVALID_OPERATION);
    assert_error(clEnqueueFillImage(f->queue, fixed, color, origin, region, 0, NULL, NULL), CL_INVALID_OPERATION);
    assert_error(clEnqueueCopyImage(f->queue, other, fixed, origin, origin, region, 0, NULL, NULL),
                 CL_INVALID_OPERATION);
    assert_error(clEnqueueCopyBufferToImage(f->queue, buffer, fixed, 0, origin, region, 0, NULL, NULL),
                 CL_INVALID_OPERATION);
    assert_error(clEnqueueCopyImageToBuffer(f->queue, other, locked, origin, region, 0, 0, NULL, NULL),
                 CL_INVALID_OPERATION);
    assert_null(
        clEnqueueMapImage(f->queue, fixed, CL_TRUE, CL_MAP_WRITE, origin, region, &pitch, NULL, 0, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_OPERATION);
    assert_success(clEnqueueCopyImage(f->queue, fixed, other, origin, origin, region, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_error(clSetKernelArg(writer, 0, sizeof(fixed), &fixed), CL_INVALID_ARG_VALUE);
    assert_success(clSetKernelArg(reader, 0, sizeof(fixed), &fixed));
    assert_success(
        clGetSupportedImageFormats(f->context, CL_MEM_IMMUTABLE_EXT, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
    assert_true(count > 0);
    assert_success(clReleaseKernel(writer));
    assert_success(clReleaseKernel(reader));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseMemObject(locked));
    assert_success(clReleaseMemObject(other));
    assert_success(clReleaseMemObject(fixed));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_that_write_are_refused), cmocka_unit_test(no_command_writes_a_buffer),
        cmocka_unit_test(parts_are_immutable_too),      cmocka_unit_test(kernels_only_read_a_buffer),
        cmocka_unit_test(no_command_writes_an_image),
    };

    return RUN_TESTS("immutable");
}
