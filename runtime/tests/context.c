// SPDX-License-Identifier: Apache-2.0
// Creating, querying and destroying contexts.
#include "runtime/tests/support.h"

static cl_context_properties
platform_value(const struct fixture *f)
{
    return (cl_context_properties)f->platform;
}

static void
expect_properties(const struct fixture *f, const cl_context_properties *properties, cl_int code)
{
    cl_int err = CL_SUCCESS;
    cl_context context = clCreateContext(properties, 1, &f->device, NULL, NULL, &err);

    assert_int_equal(err, code);
    if (code == CL_SUCCESS)
        assert_success(clReleaseContext(context));
    else
        assert_null(context);
}

static void CL_CALLBACK
ignore_notify(const char *text, const void *data, size_t size, void *user_data)
{
    (void)text, (void)data, (void)size, (void)user_data;
}

static void
platform_property_is_accepted(void **state)
{
    struct fixture *f = *state;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform_value(f), 0};

    expect_properties(f, properties, CL_SUCCESS);
}

static void
empty_property_list_is_accepted(void **state)
{
    cl_context_properties properties[] = {0};

    expect_properties(*state, properties, CL_SUCCESS);
}

static void
interop_user_sync_is_accepted(void **state)
{
    struct fixture *f = *state;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform_value(f), CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE,
                                          0};

    expect_properties(f, properties, CL_SUCCESS);
}

static void
interop_user_sync_of_2_returns_CL_INVALID_PROPERTY(void **state)
{
    cl_context_properties properties[] = {CL_CONTEXT_INTEROP_USER_SYNC, 2, 0};

    expect_properties(*state, properties, CL_INVALID_PROPERTY);
}

static void
foreign_platform_returns_CL_INVALID_PLATFORM(void **state)
{
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)foreign_handle(), 0};

    expect_properties(*state, properties, CL_INVALID_PLATFORM);
}

static void
unknown_property_returns_CL_INVALID_PROPERTY(void **state)
{
    cl_context_properties properties[] = {0x7777, 1, 0};

    expect_properties(*state, properties, CL_INVALID_PROPERTY);
}

static void
property_given_twice_returns_CL_INVALID_PROPERTY(void **state)
{
    struct fixture *f = *state;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform_value(f), CL_CONTEXT_PLATFORM,
                                          platform_value(f), 0};

    expect_properties(f, properties, CL_INVALID_PROPERTY);
}

static void
no_devices_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_int err = CL_SUCCESS;

    assert_null(clCreateContext(NULL, 0, &f->device, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateContext(NULL, 1, NULL, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
}

static void
foreign_device_returns_CL_INVALID_DEVICE(void **state)
{
    cl_device_id device = foreign_handle();
    cl_int err = CL_SUCCESS;

    (void)state;
    assert_null(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_DEVICE);
}

static void
second_device_is_checked_too(void **state)
{
    struct fixture *f = *state;
    cl_device_id devices[] = {f->device, foreign_handle()};
    cl_int err = CL_SUCCESS;

    assert_null(clCreateContext(NULL, 2, devices, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_DEVICE);
}

static void
user_data_without_notify_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_int err = CL_SUCCESS;

    assert_null(clCreateContext(NULL, 1, &f->device, NULL, &err, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
}

static void
notify_without_user_data_is_accepted(void **state)
{
    struct fixture *f = *state;
    cl_int err = CL_SUCCESS;
    cl_context context = clCreateContext(NULL, 1, &f->device, ignore_notify, NULL, &err);

    assert_success(err);
    assert_success(clReleaseContext(context));
}

static void
error_code_pointer_may_be_NULL(void **state)
{
    struct fixture *f = *state;
    cl_context context = clCreateContext(NULL, 1, &f->device, NULL, NULL, NULL);

    assert_non_null(context);
    assert_success(clReleaseContext(context));
    assert_null(clCreateContext(NULL, 0, &f->device, NULL, NULL, NULL));
}

static void
device_given_twice_counts_once(void **state)
{
    struct fixture *f = *state;
    cl_device_id devices[] = {f->device, f->device};
    cl_uint count = 0;
    cl_int err = CL_SUCCESS;
    cl_context context = clCreateContext(NULL, 2, devices, NULL, NULL, &err);

    assert_success(err);
    assert_success(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof(count), &count, NULL));
    assert_int_equal(count, 1);
    assert_success(clReleaseContext(context));
}

static void
expect_from_type(const struct fixture *f, cl_device_type type, cl_int code)
{
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform_value(f), 0};
    cl_int err = CL_SUCCESS;
    cl_context context = clCreateContextFromType(properties, type, NULL, NULL, &err);

    assert_int_equal(err, code);
    if (code == CL_SUCCESS)
        assert_success(clReleaseContext(context));
    else
        assert_null(context);
}

static void
from_type_CPU(void **state)
{
    expect_from_type(*state, CL_DEVICE_TYPE_CPU, CL_SUCCESS);
}

static void
from_type_DEFAULT(void **state)
{
    expect_from_type(*state, CL_DEVICE_TYPE_DEFAULT, CL_SUCCESS);
}

static void
from_type_ALL(void **state)
{
    expect_from_type(*state, CL_DEVICE_TYPE_ALL, CL_SUCCESS);
}

static void
from_type_GPU_returns_CL_DEVICE_NOT_FOUND(void **state)
{
    expect_from_type(*state, CL_DEVICE_TYPE_GPU, CL_DEVICE_NOT_FOUND);
}

static void
from_unknown_type_returns_CL_INVALID_DEVICE_TYPE(void **state)
{
    expect_from_type(*state, 1 << 20, CL_INVALID_DEVICE_TYPE);
}

static void
from_type_checks_properties(void **state)
{
    struct fixture *f = *state;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform_value(f), 0x7777, 1, 0};
    cl_int err = CL_SUCCESS;

    assert_null(clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_PROPERTY);
}

static void
from_type_with_user_data_alone_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform_value(f), 0};
    cl_int err = CL_SUCCESS;

    assert_null(clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, NULL, &err, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
}

static cl_uint
references(cl_context context)
{
    cl_uint count = 0;

    assert_success(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof(count), &count, NULL));
    return count;
}

static void
references_are_counted(void **state)
{
    cl_context context = other_context(*state);

    assert_int_equal(references(context), 1);
    assert_success(clRetainContext(context));
    assert_int_equal(references(context), 2);
    assert_success(clReleaseContext(context));
    assert_int_equal(references(context), 1);
    assert_success(clReleaseContext(context));
}

static void
objects_do_not_show_in_the_reference_count(void **state)
{
    struct fixture *f = *state;
    cl_context context = other_context(f);
    cl_int err;
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, f->device, NULL, &err);

    assert_success(err);
    assert_int_equal(references(context), 1);
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clReleaseContext(context));
}

static void
devices_are_reported(void **state)
{
    struct fixture *f = *state;
    cl_device_id device = NULL;
    size_t size = 0;

    assert_success(clGetContextInfo(f->context, CL_CONTEXT_DEVICES, sizeof(device), &device, &size));
    assert_int_equal(size, sizeof(device));
    assert_ptr_equal(device, f->device);
}

static void
properties_are_reported_as_given(void **state)
{
    struct fixture *f = *state;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform_value(f), 0};
    cl_context_properties got[8];
    size_t size = 0;
    cl_int err;
    cl_context context = clCreateContext(properties, 1, &f->device, NULL, NULL, &err);

    assert_success(err);
    assert_success(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof(got), got, &size));
    assert_int_equal(size, sizeof(properties));
    assert_memory_equal(got, properties, size);
    assert_success(clReleaseContext(context));
}

static void
no_properties_have_size_0(void **state)
{
    cl_context context = other_context(*state);
    size_t size = 1;

    assert_success(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, NULL, &size));
    assert_int_equal(size, 0);
    assert_success(clReleaseContext(context));
}

static void
unknown_query_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;

    assert_error(clGetContextInfo(f->context, 0xdead, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void
too_little_room_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    char byte;

    assert_error(clGetContextInfo(f->context, CL_CONTEXT_DEVICES, 1, &byte, NULL), CL_INVALID_VALUE);
}

static void
foreign_context_returns_CL_INVALID_CONTEXT(void **state)
{
    (void)state;
    assert_error(clRetainContext(foreign_handle()), CL_INVALID_CONTEXT);
    assert_error(clReleaseContext(foreign_handle()), CL_INVALID_CONTEXT);
    assert_error(clGetContextInfo(foreign_handle(), CL_CONTEXT_DEVICES, 0, NULL, NULL), CL_INVALID_CONTEXT);
}

static int order[4];
static int order_count;

static void CL_CALLBACK
record(cl_context context, void *data)
{
    (void)context;
    order[order_count++] = *(int *)data;
}

static void
destructor_callbacks_run_in_reverse_order(void **state)
{
    static int values[] = {1, 2, 3};
    cl_context context = other_context(*state);

    order_count = 0;
    for (int i = 0; i < 3; i++)
        assert_success(clSetContextDestructorCallback(context, record, &values[i]));
    assert_int_equal(order_count, 0);
    assert_success(clReleaseContext(context));
    assert_int_equal(order_count, 3);
    assert_int_equal(order[0], 3);
    assert_int_equal(order[1], 2);
    assert_int_equal(order[2], 1);
}

static void
destructor_callback_waits_for_the_last_object(void **state)
{
    static int value = 7;
    struct fixture *f = *state;
    cl_context context = other_context(f);
    cl_int err;
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, f->device, NULL, &err);

    assert_success(err);
    order_count = 0;
    assert_success(clSetContextDestructorCallback(context, record, &value));
    assert_success(clReleaseContext(context));
    assert_int_equal(order_count, 0);
    assert_success(clReleaseCommandQueue(queue));
    assert_int_equal(order_count, 1);
}

static void
NULL_destructor_callback_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;

    assert_error(clSetContextDestructorCallback(f->context, NULL, NULL), CL_INVALID_VALUE);
}

static void
destructor_callback_on_a_foreign_handle_returns_CL_INVALID_CONTEXT(void **state)
{
    (void)state;
    assert_error(clSetContextDestructorCallback(foreign_handle(), record, NULL), CL_INVALID_CONTEXT);
}

static char heard[1024];

static void CL_CALLBACK
hear(const char *text, const void *data, size_t size, void *user_data)
{
    (void)data, (void)size;
    assert_ptr_equal(user_data, heard);
    strncpy(heard, text, sizeof(heard) - 1);
}

static void
notify_hears_the_sentence_of_an_error(void **state)
{
    struct fixture *f = *state;
    cl_int err;
    cl_context context = clCreateContext(NULL, 1, &f->device, hear, heard, &err);

    assert_success(err);
    heard[0] = '\0';
    assert_error(clGetContextInfo(context, 0xdead, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_non_null(strstr(heard, "0xdead"));
    assert_success(clReleaseContext(context));
}

static void
context_released_but_used_by_a_queue_can_be_retained_again(void **state)
{
    struct fixture *f = *state;
    cl_context context = other_context(f);
    cl_context again = NULL;
    cl_int err;
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, f->device, NULL, &err);

    assert_success(err);
    assert_success(clReleaseContext(context));
    assert_success(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(again), &again, NULL));
    assert_ptr_equal(again, context);
    assert_success(clRetainContext(again));
    assert_success(clReleaseCommandQueue(queue));
    assert_int_equal(references(again), 1);
    assert_success(clReleaseContext(again));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(platform_property_is_accepted),
        cmocka_unit_test(empty_property_list_is_accepted),
        cmocka_unit_test(interop_user_sync_is_accepted),
        cmocka_unit_test(interop_user_sync_of_2_returns_CL_INVALID_PROPERTY),
        cmocka_unit_test(foreign_platform_returns_CL_INVALID_PLATFORM),
        cmocka_unit_test(unknown_property_returns_CL_INVALID_PROPERTY),
        cmocka_unit_test(property_given_twice_returns_CL_INVALID_PROPERTY),
        cmocka_unit_test(no_devices_return_CL_INVALID_VALUE),
        cmocka_unit_test(foreign_device_returns_CL_INVALID_DEVICE),
        cmocka_unit_test(second_device_is_checked_too),
        cmocka_unit_test(user_data_without_notify_returns_CL_INVALID_VALUE),
        cmocka_unit_test(notify_without_user_data_is_accepted),
        cmocka_unit_test(error_code_pointer_may_be_NULL),
        cmocka_unit_test(device_given_twice_counts_once),
        cmocka_unit_test(from_type_CPU),
        cmocka_unit_test(from_type_DEFAULT),
        cmocka_unit_test(from_type_ALL),
        cmocka_unit_test(from_type_GPU_returns_CL_DEVICE_NOT_FOUND),
        cmocka_unit_test(from_unknown_type_returns_CL_INVALID_DEVICE_TYPE),
        cmocka_unit_test(from_type_checks_properties),
        cmocka_unit_test(from_type_with_user_data_alone_returns_CL_INVALID_VALUE),
        cmocka_unit_test(references_are_counted),
        cmocka_unit_test(objects_do_not_show_in_the_reference_count),
        cmocka_unit_test(devices_are_reported),
        cmocka_unit_test(properties_are_reported_as_given),
        cmocka_unit_test(no_properties_have_size_0),
        cmocka_unit_test(unknown_query_returns_CL_INVALID_VALUE),
        cmocka_unit_test(too_little_room_returns_CL_INVALID_VALUE),
        cmocka_unit_test(foreign_context_returns_CL_INVALID_CONTEXT),
        cmocka_unit_test(destructor_callbacks_run_in_reverse_order),
        cmocka_unit_test(destructor_callback_waits_for_the_last_object),
        cmocka_unit_test(NULL_destructor_callback_returns_CL_INVALID_VALUE),
        cmocka_unit_test(destructor_callback_on_a_foreign_handle_returns_CL_INVALID_CONTEXT),
        cmocka_unit_test(notify_hears_the_sentence_of_an_error),
        cmocka_unit_test(context_released_but_used_by_a_queue_can_be_retained_again),
    };

    return RUN_TESTS("context");
}
