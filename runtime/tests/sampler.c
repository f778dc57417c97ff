// SPDX-License-Identifier: Apache-2.0
// Samplers: the device has no images, so none can be made.
#include "runtime/tests/support.h"

static void
create_returns_CL_INVALID_OPERATION(void **state)
{
    struct fixture *f = *state;
    cl_int err = CL_SUCCESS;

    assert_null(clCreateSampler(f->context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &err));
    assert_int_equal(err, CL_INVALID_OPERATION);
}

static void
create_with_properties_returns_CL_INVALID_OPERATION(void **state)
{
    struct fixture *f = *state;
    cl_int err = CL_SUCCESS;

    assert_null(clCreateSamplerWithProperties(f->context, NULL, &err));
    assert_int_equal(err, CL_INVALID_OPERATION);
}

static void
create_on_a_foreign_context_returns_CL_INVALID_CONTEXT(void **state)
{
    cl_int err = CL_SUCCESS;

    (void)state;
    assert_null(clCreateSampler(foreign_handle(), CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
}

static void
error_code_pointer_may_be_NULL(void **state)
{
    struct fixture *f = *state;

    assert_null(clCreateSamplerWithProperties(f->context, NULL, NULL));
}

static void
other_calls_return_CL_INVALID_SAMPLER(void **state)
{
    (void)state;
    assert_error(clRetainSampler(foreign_handle()), CL_INVALID_SAMPLER);
    assert_error(clReleaseSampler(foreign_handle()), CL_INVALID_SAMPLER);
    assert_error(clGetSamplerInfo(foreign_handle(), CL_SAMPLER_CONTEXT, 0, NULL, NULL), CL_INVALID_SAMPLER);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(create_returns_CL_INVALID_OPERATION),
        cmocka_unit_test(create_with_properties_returns_CL_INVALID_OPERATION),
        cmocka_unit_test(create_on_a_foreign_context_returns_CL_INVALID_CONTEXT),
        cmocka_unit_test(error_code_pointer_may_be_NULL),
        cmocka_unit_test(other_calls_return_CL_INVALID_SAMPLER),
    };

    return RUN_TESTS("sampler");
}
