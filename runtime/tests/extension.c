// SPDX-License-Identifier: Apache-2.0
// Extension functions, found by name through the loader.
#include "runtime/tests/support.h"

typedef cl_command_queue(CL_API_CALL *create_queue)(cl_context, cl_device_id, const cl_queue_properties *, cl_int *);

static void *
find(const char *name)
{
    return clGetExtensionFunctionAddressForPlatform(weft_test_platform(), name);
}

static void
clCreateCommandQueueWithPropertiesKHR_makes_a_queue(void **state)
{
    struct fixture *f = *state;
    cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    create_queue create = (create_queue)find("clCreateCommandQueueWithPropertiesKHR");
    cl_int err = CL_SUCCESS;
    cl_command_queue queue;

    assert_non_null(create);
    queue = create(f->context, f->device, properties, &err);
    assert_success(err);
    assert_success(clReleaseCommandQueue(queue));
}

static void
unknown_names_give_NULL(void **state)
{
    (void)state;
    assert_null(find("clDoesNotExist"));
    assert_null(find(""));
}

static void
foreign_platform_gives_NULL(void **state)
{
    (void)state;
    assert_null(clGetExtensionFunctionAddressForPlatform(foreign_handle(), "clCreateCommandQueueWithPropertiesKHR"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clCreateCommandQueueWithPropertiesKHR_makes_a_queue),
        cmocka_unit_test(unknown_names_give_NULL),
        cmocka_unit_test(foreign_platform_gives_NULL),
    };

    return RUN_TESTS("extension");
}
