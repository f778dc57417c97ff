// SPDX-License-Identifier: Apache-2.0
// The dispatch table, the lookup by name, and cl_khr_icd 2.0.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "icd/dispatch.h"
#include "runtime/core/object.h"
#include "runtime/core/platform.h"

static const char *const tabled[] = {
#define ENTRY(name, since, file) #name,
#include "icd/entrypoints.def"
};
#define TABLED_COUNT (sizeof(tabled) / sizeof(tabled[0]))

static const char *const named[] = {
#define ENTRY(name, since, file) #name,
#define FUNCTION ENTRY
#include "icd/entrypoints.def"
};
#define NAMED_COUNT (sizeof(named) / sizeof(named[0]))

static void
table_has_no_NULL(void **state)
{
    void *const *table = weft_icd_dispatch();

    (void)state;
    for (size_t i = 0; i < TABLED_COUNT; i++)
        assert_non_null(table[i]);
}

static void
table_is_as_long_as_the_header_s(void **state)
{
    (void)state;
    assert_true(TABLED_COUNT * sizeof(void *) >= offsetof(struct _cl_icd_dispatch, clSetContextDestructorCallback) + 8);
}

static void
tags_of_icd_2_stand_in_their_slots(void **state)
{
    const intptr_t *table = weft_icd_dispatch();

    (void)state;
    assert_true(table[offsetof(struct _cl_icd_dispatch, clGetPlatformIDs) / sizeof(void *)] == CL_ICD2_TAG_KHR);
    assert_true(table[offsetof(struct _cl_icd_dispatch, clUnloadCompiler) / sizeof(void *)] == CL_ICD2_TAG_KHR);
}

static void
every_call_is_found_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < NAMED_COUNT; i++)
        assert_non_null(weft_icd_function(named[i]));
}

static void
calls_are_found_in_any_order(void **state)
{
    void *last = weft_icd_function(named[NAMED_COUNT - 1]);

    (void)state;
    assert_non_null(last);
    assert_ptr_equal(weft_icd_function("clFinish"), weft_icd_function("clFinish"));
    assert_ptr_equal(weft_icd_function(named[NAMED_COUNT - 1]), last);
    assert_true(weft_icd_function("clFinish") != weft_icd_function("clFlush"));
}

static void
table_and_names_agree(void **state)
{
    void *const *table = weft_icd_dispatch();

    (void)state;
    for (size_t i = 0; i < TABLED_COUNT; i++)
        if (strcmp(tabled[i], "clGetPlatformIDs") != 0 && strcmp(tabled[i], "clUnloadCompiler") != 0)
            assert_ptr_equal(table[i], weft_icd_function(tabled[i]));
}

static void
unknown_names_give_NULL(void **state)
{
    (void)state;
    assert_null(clGetExtensionFunctionAddress("clNoSuchCall"));
    assert_null(clGetExtensionFunctionAddress(""));
    assert_null(clGetExtensionFunctionAddress(NULL));
    assert_null(clGetExtensionFunctionAddress("clFinis"));
    assert_null(clGetExtensionFunctionAddress("clFinishX"));
}

static void
functions_of_the_loader_are_found(void **state)
{
    (void)state;
    assert_non_null(clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR"));
    assert_non_null(clGetExtensionFunctionAddress("clIcdGetFunctionAddressForPlatformKHR"));
    assert_non_null(clGetExtensionFunctionAddress("clIcdSetPlatformDispatchDataKHR"));
    assert_non_null(clGetExtensionFunctionAddress("clGetPlatformInfo"));
}

static void
clIcdGetPlatformIDsKHR_gives_the_platform(void **state)
{
    cl_platform_id platform = NULL;
    cl_uint count = 0;

    (void)state;
    assert_int_equal(clIcdGetPlatformIDsKHR(0, NULL, &count), CL_SUCCESS);
    assert_int_equal(count, 1);
    assert_int_equal(clIcdGetPlatformIDsKHR(1, &platform, NULL), CL_SUCCESS);
    assert_ptr_equal(platform, weft_platform());
}

static void
clIcdGetPlatformIDsKHR_without_room_returns_CL_INVALID_VALUE(void **state)
{
    cl_platform_id platform;

    (void)state;
    assert_int_equal(clIcdGetPlatformIDsKHR(0, &platform, NULL), CL_INVALID_VALUE);
    assert_int_equal(clIcdGetPlatformIDsKHR(0, NULL, NULL), CL_INVALID_VALUE);
}

static void
clGetPlatformIDs_behind_the_tag_works(void **state)
{
    cl_platform_id platform = NULL;

    (void)state;
    assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
    assert_ptr_equal(platform, weft_platform());
}

static void
function_addresses_for_platform(void **state)
{
    (void)state;
    assert_ptr_equal(clIcdGetFunctionAddressForPlatformKHR(weft_platform(), "clGetPlatformIDs"),
                     clGetExtensionFunctionAddress("clGetPlatformIDs"));
    assert_ptr_equal(clGetExtensionFunctionAddressForPlatform(weft_platform(), "clFinish"),
                     clGetExtensionFunctionAddress("clFinish"));
    assert_null(clIcdGetFunctionAddressForPlatformKHR(NULL, "clFinish"));
    assert_null(clGetExtensionFunctionAddressForPlatform(NULL, "clFinish"));
}

static void
dispatch_data_of_NULL_platform_returns_CL_INVALID_PLATFORM(void **state)
{
    (void)state;
    assert_int_equal(clIcdSetPlatformDispatchDataKHR(NULL, NULL), CL_INVALID_PLATFORM);
}

// The second word of every kind of object is the loader's data.
static void *
data_of(const void *handle)
{
    return ((void *const *)handle)[1];
}

static void
dispatch_data_reaches_every_object(void **state)
{
    cl_device_id device = NULL;
    cl_int err;
    cl_context context;
    cl_command_queue queue;
    cl_mem buffer;
    cl_event event;
    int data;

    (void)state;
    assert_int_equal(clIcdSetPlatformDispatchDataKHR(weft_platform(), &data), CL_SUCCESS);
    assert_int_equal(clGetDeviceIDs(weft_platform(), CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_SUCCESS);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    queue = clCreateCommandQueueWithProperties(context, device, NULL, &err);
    buffer = clCreateBuffer(context, 0, 64, NULL, &err);
    event = clCreateUserEvent(context, &err);
    assert_ptr_equal(data_of(weft_platform()), &data);
    assert_ptr_equal(data_of(device), &data);
    assert_ptr_equal(data_of(context), &data);
    assert_ptr_equal(data_of(queue), &data);
    assert_ptr_equal(data_of(buffer), &data);
    assert_ptr_equal(data_of(event), &data);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    assert_int_equal(clIcdSetPlatformDispatchDataKHR(weft_platform(), NULL), CL_SUCCESS);
}

static void
dispatch_table_stands_first_in_every_object(void **state)
{
    (void)state;
    assert_ptr_equal(*(void *const *)weft_platform(), weft_icd_dispatch());
    assert_ptr_equal(*(void *const *)weft_platform_device(), weft_icd_dispatch());
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_has_no_NULL),
        cmocka_unit_test(table_is_as_long_as_the_header_s),
        cmocka_unit_test(tags_of_icd_2_stand_in_their_slots),
        cmocka_unit_test(every_call_is_found_by_name),
        cmocka_unit_test(calls_are_found_in_any_order),
        cmocka_unit_test(table_and_names_agree),
        cmocka_unit_test(unknown_names_give_NULL),
        cmocka_unit_test(functions_of_the_loader_are_found),
        cmocka_unit_test(clIcdGetPlatformIDsKHR_gives_the_platform),
        cmocka_unit_test(clIcdGetPlatformIDsKHR_without_room_returns_CL_INVALID_VALUE),
        cmocka_unit_test(clGetPlatformIDs_behind_the_tag_works),
        cmocka_unit_test(function_addresses_for_platform),
        cmocka_unit_test(dispatch_data_of_NULL_platform_returns_CL_INVALID_PLATFORM),
        cmocka_unit_test(dispatch_data_reaches_every_object),
        cmocka_unit_test(dispatch_table_stands_first_in_every_object),
    };

    return cmocka_run_group_tests_name("icd", tests, NULL, NULL);
}
