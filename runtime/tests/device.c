// SPDX-License-Identifier: Apache-2.0
// clGetDeviceIDs, clRetainDevice, clReleaseDevice.
#include "runtime/tests/support.h"

static cl_int
count_of_type(cl_device_type type, cl_uint *count)
{
    *count = 0;
    return clGetDeviceIDs(weft_test_platform(), type, 0, NULL, count);
}

static void
expect_one(cl_device_type type)
{
    cl_uint count;

    assert_success(count_of_type(type, &count));
    assert_int_equal(count, 1);
}

static void
expect_none(cl_device_type type)
{
    cl_uint count;

    assert_error(count_of_type(type, &count), CL_DEVICE_NOT_FOUND);
}

static void
type_CPU_finds_one(void **state)
{
    (void)state;
    expect_one(CL_DEVICE_TYPE_CPU);
}

static void
type_DEFAULT_finds_one(void **state)
{
    (void)state;
    expect_one(CL_DEVICE_TYPE_DEFAULT);
}

static void
type_ALL_finds_one(void **state)
{
    (void)state;
    expect_one(CL_DEVICE_TYPE_ALL);
}

static void
type_CPU_or_GPU_finds_one(void **state)
{
    (void)state;
    expect_one(CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU);
}

static void
type_GPU_returns_CL_DEVICE_NOT_FOUND(void **state)
{
    (void)state;
    expect_none(CL_DEVICE_TYPE_GPU);
}

static void
type_ACCELERATOR_returns_CL_DEVICE_NOT_FOUND(void **state)
{
    (void)state;
    expect_none(CL_DEVICE_TYPE_ACCELERATOR);
}

static void
type_CUSTOM_returns_CL_DEVICE_NOT_FOUND(void **state)
{
    (void)state;
    expect_none(CL_DEVICE_TYPE_CUSTOM);
}

static void
type_zero_returns_CL_INVALID_DEVICE_TYPE(void **state)
{
    cl_uint count;

    (void)state;
    assert_error(count_of_type(0, &count), CL_INVALID_DEVICE_TYPE);
}

static void
unknown_type_returns_CL_INVALID_DEVICE_TYPE(void **state)
{
    cl_uint count;

    (void)state;
    assert_error(count_of_type(1 << 20, &count), CL_INVALID_DEVICE_TYPE);
}

static void
zero_entries_with_devices_returns_CL_INVALID_VALUE(void **state)
{
    cl_device_id device;

    (void)state;
    assert_error(clGetDeviceIDs(weft_test_platform(), CL_DEVICE_TYPE_ALL, 0, &device, NULL), CL_INVALID_VALUE);
}

static void
nothing_to_return_returns_CL_INVALID_VALUE(void **state)
{
    (void)state;
    assert_error(clGetDeviceIDs(weft_test_platform(), CL_DEVICE_TYPE_ALL, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void
foreign_platform_returns_CL_INVALID_PLATFORM(void **state)
{
    cl_uint count;

    (void)state;
    assert_error(clGetDeviceIDs(foreign_handle(), CL_DEVICE_TYPE_ALL, 0, NULL, &count), CL_INVALID_PLATFORM);
}

static void
the_device_is_the_same_each_time(void **state)
{
    cl_device_id one;
    cl_device_id two;

    (void)state;
    assert_success(clGetDeviceIDs(weft_test_platform(), CL_DEVICE_TYPE_ALL, 1, &one, NULL));
    assert_success(clGetDeviceIDs(weft_test_platform(), CL_DEVICE_TYPE_CPU, 1, &two, NULL));
    assert_ptr_equal(one, two);
}

static void
retain_and_release_leave_a_root_device_alone(void **state)
{
    struct fixture *f = *state;
    cl_uint count = 0;

    assert_success(clRetainDevice(f->device));
    assert_success(clReleaseDevice(f->device));
    assert_success(clReleaseDevice(f->device));
    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_REFERENCE_COUNT, sizeof(count), &count, NULL));
    assert_int_equal(count, 1);
}

static void
retain_of_a_foreign_handle_returns_CL_INVALID_DEVICE(void **state)
{
    (void)state;
    assert_error(clRetainDevice(foreign_handle()), CL_INVALID_DEVICE);
    assert_error(clReleaseDevice(foreign_handle()), CL_INVALID_DEVICE);
}

static void
a_context_is_no_device(void **state)
{
    struct fixture *f = *state;

    assert_error(clRetainDevice((cl_device_id)(void *)f->context), CL_INVALID_DEVICE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(type_CPU_finds_one),
        cmocka_unit_test(type_DEFAULT_finds_one),
        cmocka_unit_test(type_ALL_finds_one),
        cmocka_unit_test(type_CPU_or_GPU_finds_one),
        cmocka_unit_test(type_GPU_returns_CL_DEVICE_NOT_FOUND),
        cmocka_unit_test(type_ACCELERATOR_returns_CL_DEVICE_NOT_FOUND),
        cmocka_unit_test(type_CUSTOM_returns_CL_DEVICE_NOT_FOUND),
        cmocka_unit_test(type_zero_returns_CL_INVALID_DEVICE_TYPE),
        cmocka_unit_test(unknown_type_returns_CL_INVALID_DEVICE_TYPE),
        cmocka_unit_test(zero_entries_with_devices_returns_CL_INVALID_VALUE),
        cmocka_unit_test(nothing_to_return_returns_CL_INVALID_VALUE),
        cmocka_unit_test(foreign_platform_returns_CL_INVALID_PLATFORM),
        cmocka_unit_test(the_device_is_the_same_each_time),
        cmocka_unit_test(retain_and_release_leave_a_root_device_alone),
        cmocka_unit_test(retain_of_a_foreign_handle_returns_CL_INVALID_DEVICE),
        cmocka_unit_test(a_context_is_no_device),
    };

    return RUN_TESTS("device");
}
