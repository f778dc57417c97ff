// SPDX-License-Identifier: Apache-2.0
// cl_ext_buffer_device_address: buffers whose address kernels and the host know.
#include "runtime/tests/support.h"

typedef cl_int(CL_API_CALL *set_device_pointer)(cl_kernel, cl_uint, cl_mem_device_address_ext);

static const cl_mem_properties with_address[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};

static cl_mem_device_address_ext
address_of(cl_mem buffer)
{
    cl_mem_device_address_ext address = 0;
    size_t size = 0;

    assert_success(clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, sizeof(address), &address, &size));
    assert_int_equal(size, sizeof(address));
    return address;
}

static void
buffers_have_an_address(void **state)
{
    struct fixture *f = *state;
    const cl_buffer_region region = {256, 64};
    unsigned char *svm = clSVMAlloc(f->context, 0, 512, 0);
    cl_mem buffer, sub;
    cl_mem_device_address_ext address;
    cl_mem_properties properties[3];
    cl_int err;

    buffer = clCreateBufferWithProperties(f->context, with_address, CL_MEM_READ_WRITE, 512, NULL, &err);
    assert_success(err);
    address = address_of(buffer);
    assert_int_not_equal(address, 0);
    assert_int_equal(address_of(buffer), address);
    sub = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
    assert_success(err);
    assert_int_equal(address_of(sub), address + 256);
    assert_error(clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, 4, &address, NULL), CL_INVALID_VALUE);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, sizeof(properties), properties, NULL));
    assert_memory_equal(properties, with_address, sizeof(properties));
    assert_success(clReleaseMemObject(sub));
    assert_success(clReleaseMemObject(buffer));
    buffer = clCreateBufferWithProperties(f->context, with_address, CL_MEM_USE_HOST_PTR, 512, svm, &err);
    assert_success(err);
    assert_int_equal(address_of(buffer), (uintptr_t)svm);
    assert_success(clReleaseMemObject(buffer));
    clSVMFree(f->context, svm);
}

static void
others_have_none(void **state)
{
    struct fixture *f = *state;
    const cl_mem_properties without[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0};
    cl_mem_device_address_ext address;
    cl_mem buffer = make_buffer(f, 64);
    cl_int err;

    assert_error(clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, sizeof(address), &address, NULL),
                 CL_INVALID_OPERATION);
    assert_success(clReleaseMemObject(buffer));
    buffer = clCreateBufferWithProperties(f->context, without, CL_MEM_READ_WRITE, 64, NULL, &err);
    assert_success(err);
    assert_error(clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, sizeof(address), &address, NULL),
                 CL_INVALID_OPERATION);
    assert_success(clReleaseMemObject(buffer));
}

static void
invalid_properties_are_refused(void **state)
{
    static const cl_mem_properties lists[][5] = {
        {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 2, 0},
        {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0},
        {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 1, 1, 0},
    };
    struct fixture *f = *state;
    cl_int err;

    for (int i = 0; i < 3; i++) {
        assert_null(clCreateBufferWithProperties(f->context, lists[i], CL_MEM_READ_WRITE, 64, NULL, &err));
        assert_int_equal(err, CL_INVALID_PROPERTY);
    }
}

static void
kernels_take_device_pointers(void **state)
{
    struct fixture *f = *state;
    set_device_pointer set = (set_device_pointer)(uintptr_t)clGetExtensionFunctionAddressForPlatform(
        f->platform, "clSetKernelArgDevicePointerEXT");
    cl_kernel kernel = build_kernel(
        f, "kernel void k(global int *a, constant int *b, global ulong *c) { if (a) { *a = 9; *c = (ulong)a; } }", "k");
    cl_mem buffer = clCreateBufferWithProperties(f->context, with_address, CL_MEM_READ_WRITE, 64, NULL, NULL);
    cl_mem_device_address_ext address = address_of(buffer);
    const size_t one = 1;
    cl_ulong seen = 0;
    int value = 0;

    assert_non_null(set);
    assert_success(set(kernel, 0, address + 4));
    assert_success(clSetKernelArgSVMPointer(kernel, 1, NULL));
    assert_success(clSetKernelArgSVMPointer(kernel, 2, &seen));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 4, 4, &value, 0, NULL, NULL));
    assert_int_equal(value, 9);
    assert_int_equal(seen, address + 4);
    assert_error(set(kernel, 1, address), CL_INVALID_ARG_INDEX);
    assert_error(set(kernel, 3, address), CL_INVALID_ARG_INDEX);
    assert_error(set(foreign_handle(), 0, address), CL_INVALID_KERNEL);
    assert_success(set(kernel, 0, 0));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_success(clReleaseKernel(kernel));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_have_an_address),
        cmocka_unit_test(others_have_none),
        cmocka_unit_test(invalid_properties_are_refused),
        cmocka_unit_test(kernels_take_device_pointers),
    };

    return RUN_TESTS("device_address");
}
