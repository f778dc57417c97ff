// SPDX-License-Identifier: Apache-2.0
// clCreateSubBuffer.
#include "runtime/tests/support.h"

static cl_mem
sub(cl_mem parent, cl_mem_flags flags, size_t origin, size_t size, cl_int *err)
{
    cl_buffer_region region = {origin, size};

    return clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, err);
}

static void
expect(const struct fixture *f, cl_mem_flags parent_flags, cl_mem_flags flags, size_t origin, size_t size,
       cl_int expected)
{
    cl_int err;
    cl_mem parent = clCreateBuffer(f->context, parent_flags, 4096, NULL, &err), part;

    assert_success(err);
    part = sub(parent, flags, origin, size, &err);
    assert_int_equal(err, expected);
    if (expected == CL_SUCCESS)
        assert_success(clReleaseMemObject(part));
    else
        assert_null(part);
    assert_success(clReleaseMemObject(parent));
}

static void
foreign_buffer_returns_CL_INVALID_MEM_OBJECT(void **state)
{
    cl_int err;

    (void)state;
    assert_null(sub(foreign_handle(), 0, 0, 16, &err));
    assert_int_equal(err, CL_INVALID_MEM_OBJECT);
}

static void
sub_buffer_of_sub_buffer_returns_CL_INVALID_MEM_OBJECT(void **state)
{
    cl_mem parent = make_buffer(*state, 4096), part;
    cl_int err;

    part = sub(parent, 0, 0, 1024, &err);
    assert_success(err);
    assert_null(sub(part, 0, 0, 512, &err));
    assert_int_equal(err, CL_INVALID_MEM_OBJECT);
    assert_success(clReleaseMemObject(part));
    assert_success(clReleaseMemObject(parent));
}

static void
contradicting_device_access_returns_CL_INVALID_VALUE(void **state)
{
    expect(*state, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, 0, 16, CL_INVALID_VALUE);
    expect(*state, CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, 0, 16, CL_INVALID_VALUE);
    expect(*state, CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, 0, 16, CL_INVALID_VALUE);
    expect(*state, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, 0, 16, CL_INVALID_VALUE);
    expect(*state, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, 0, 16, CL_SUCCESS);
}

static void
contradicting_host_access_returns_CL_INVALID_VALUE(void **state)
{
    expect(*state, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, 0, 16, CL_INVALID_VALUE);
    expect(*state, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, 0, 16, CL_INVALID_VALUE);
    expect(*state, CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, 0, 16, CL_INVALID_VALUE);
    expect(*state, CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY, 0, 16, CL_INVALID_VALUE);
    expect(*state, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS, 0, 16, CL_SUCCESS);
}

static void
host_pointer_flags_return_CL_INVALID_VALUE(void **state)
{
    expect(*state, 0, CL_MEM_USE_HOST_PTR, 0, 16, CL_INVALID_VALUE);
    expect(*state, 0, CL_MEM_ALLOC_HOST_PTR, 0, 16, CL_INVALID_VALUE);
    expect(*state, 0, CL_MEM_COPY_HOST_PTR, 0, 16, CL_INVALID_VALUE);
}

static void
unknown_create_type_returns_CL_INVALID_VALUE(void **state)
{
    cl_mem parent = make_buffer(*state, 4096);
    cl_buffer_region region = {0, 16};
    cl_int err;

    assert_null(clCreateSubBuffer(parent, 0, 0, &region, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(parent));
}

static void
region_out_of_bounds_returns_CL_INVALID_VALUE(void **state)
{
    expect(*state, 0, 0, 0, 4097, CL_INVALID_VALUE);
    expect(*state, 0, 0, 4096, 1, CL_INVALID_VALUE);
    expect(*state, 0, 0, 128, SIZE_MAX, CL_INVALID_VALUE);
    expect(*state, 0, 0, SIZE_MAX, 2, CL_INVALID_VALUE);
    expect(*state, 0, 0, 0, 4096, CL_SUCCESS);
}

static void
zero_size_returns_CL_INVALID_BUFFER_SIZE(void **state)
{
    expect(*state, 0, 0, 0, 0, CL_INVALID_BUFFER_SIZE);
}

static void
unaligned_origin_returns_CL_MISALIGNED_SUB_BUFFER_OFFSET(void **state)
{
    struct fixture *f = *state;
    cl_uint bits = 0;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(bits), &bits, NULL));
    expect(f, 0, 0, 1, 16, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    expect(f, 0, 0, bits / 8 - 1, 16, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    expect(f, 0, 0, bits / 8, 16, CL_SUCCESS);
}

static void
shares_its_parents_bytes(void **state)
{
    struct fixture *f = *state;
    cl_mem parent = make_buffer(f, 4096), part;
    int value = 42, got = 0;
    cl_int err;

    part = sub(parent, 0, 256, 256, &err);
    assert_success(err);
    assert_success(clEnqueueWriteBuffer(f->queue, part, CL_TRUE, 8, sizeof(value), &value, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, parent, CL_TRUE, 264, sizeof(got), &got, 0, NULL, NULL));
    assert_int_equal(got, 42);
    assert_error(clEnqueueReadBuffer(f->queue, part, CL_TRUE, 253, sizeof(got), &got, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(part));
    assert_success(clReleaseMemObject(parent));
}

static void
tells_about_itself(void **state)
{
    struct fixture *f = *state;
    static char host[1024] __attribute__((aligned(128)));
    cl_int err;
    cl_mem parent =
        clCreateBuffer(f->context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_READ_ONLY, 1024, host, &err);
    cl_mem part, associated = NULL;
    cl_mem_flags flags = 0;
    size_t offset = 0, size = 0;
    void *pointer = NULL;

    assert_success(err);
    part = sub(parent, 0, 128, 256, &err);
    assert_success(err);
    assert_success(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(associated), &associated, NULL));
    assert_ptr_equal(associated, parent);
    assert_success(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof(offset), &offset, NULL));
    assert_int_equal(offset, 128);
    assert_success(clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof(size), &size, NULL));
    assert_int_equal(size, 256);
    assert_success(clGetMemObjectInfo(part, CL_MEM_HOST_PTR, sizeof(pointer), &pointer, NULL));
    assert_ptr_equal(pointer, host + 128);
    assert_success(clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof(flags), &flags, NULL));
    assert_int_equal(flags, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_READ_ONLY);
    assert_success(clReleaseMemObject(part));
    assert_success(clReleaseMemObject(parent));
}

static void
outlives_the_release_of_its_parent(void **state)
{
    struct fixture *f = *state;
    cl_mem parent = make_buffer(f, 4096), part;
    int value = 5, got = 0;
    cl_int err;

    part = sub(parent, 0, 128, 128, &err);
    assert_success(err);
    assert_success(clReleaseMemObject(parent));
    assert_success(clEnqueueWriteBuffer(f->queue, part, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, part, CL_TRUE, 0, sizeof(got), &got, 0, NULL, NULL));
    assert_int_equal(got, 5);
    assert_success(clReleaseMemObject(part));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_buffer_returns_CL_INVALID_MEM_OBJECT),
        cmocka_unit_test(sub_buffer_of_sub_buffer_returns_CL_INVALID_MEM_OBJECT),
        cmocka_unit_test(contradicting_device_access_returns_CL_INVALID_VALUE),
        cmocka_unit_test(contradicting_host_access_returns_CL_INVALID_VALUE),
        cmocka_unit_test(host_pointer_flags_return_CL_INVALID_VALUE),
        cmocka_unit_test(unknown_create_type_returns_CL_INVALID_VALUE),
        cmocka_unit_test(region_out_of_bounds_returns_CL_INVALID_VALUE),
        cmocka_unit_test(zero_size_returns_CL_INVALID_BUFFER_SIZE),
        cmocka_unit_test(unaligned_origin_returns_CL_MISALIGNED_SUB_BUFFER_OFFSET),
        cmocka_unit_test(shares_its_parents_bytes),
        cmocka_unit_test(tells_about_itself),
        cmocka_unit_test(outlives_the_release_of_its_parent),
    };

    return RUN_TESTS("sub_buffer");
}
