// SPDX-License-Identifier: Apache-2.0
// Samplers: both ways to make one, their queries and errors.
#include <float.h>
#include <math.h>

#include "runtime/tests/support.h"

static cl_uint
uint_info(cl_sampler sampler, cl_sampler_info name)
{
    cl_uint value = 0;
    size_t size = 0;

    assert_success(clGetSamplerInfo(sampler, name, sizeof(value), &value, &size));
    assert_int_equal(size, sizeof(value));
    return value;
}

static float
float_info(cl_sampler sampler, cl_sampler_info name)
{
    float value = -1;

    assert_success(clGetSamplerInfo(sampler, name, sizeof(value), &value, NULL));
    return value;
}

static cl_sampler_properties
bits_of(float value)
{
    cl_uint bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static void
expect_properties(const struct fixture *f, const cl_sampler_properties *properties, cl_int expected)
{
    cl_int err = 1;
    cl_sampler sampler = clCreateSamplerWithProperties(f->context, properties, &err);

    assert_int_equal(err, expected);
    assert_true((sampler != NULL) == (expected == CL_SUCCESS));
    if (sampler)
        assert_success(clReleaseSampler(sampler));
}

static void
all_settings_are_made_and_reported(void **state)
{
    struct fixture *f = *state;

    for (cl_bool normalized = CL_FALSE; normalized <= CL_TRUE; normalized++)
        for (cl_addressing_mode mode = CL_ADDRESS_NONE; mode <= CL_ADDRESS_MIRRORED_REPEAT; mode++)
            for (cl_filter_mode filter = CL_FILTER_NEAREST; filter <= CL_FILTER_LINEAR; filter++) {
                cl_int err;
                cl_context context = NULL;
                cl_sampler sampler = clCreateSampler(f->context, normalized, mode, filter, &err);

                assert_success(err);
                assert_int_equal(uint_info(sampler, CL_SAMPLER_NORMALIZED_COORDS), normalized);
                assert_int_equal(uint_info(sampler, CL_SAMPLER_ADDRESSING_MODE), mode);
                assert_int_equal(uint_info(sampler, CL_SAMPLER_FILTER_MODE), filter);
                assert_int_equal(uint_info(sampler, CL_SAMPLER_REFERENCE_COUNT), 1);
                assert_success(clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, sizeof(context), (void *)&context, NULL));
                assert_ptr_equal(context, f->context);
                assert_success(clReleaseSampler(sampler));
            }
}

static void
defaults_are_the_specifications(void **state)
{
    struct fixture *f = *state;
    const cl_sampler_properties none[] = {0};
    size_t size = 99;
    cl_int err;
    cl_sampler sampler = clCreateSamplerWithProperties(f->context, NULL, &err);

    assert_success(err);
    assert_int_equal(uint_info(sampler, CL_SAMPLER_NORMALIZED_COORDS), CL_TRUE);
    assert_int_equal(uint_info(sampler, CL_SAMPLER_ADDRESSING_MODE), CL_ADDRESS_CLAMP);
    assert_int_equal(uint_info(sampler, CL_SAMPLER_FILTER_MODE), CL_FILTER_NEAREST);
    assert_int_equal(uint_info(sampler, CL_SAMPLER_MIP_FILTER_MODE_KHR), CL_FILTER_NEAREST);
    assert_true(float_info(sampler, CL_SAMPLER_LOD_MIN_KHR) == 0);
    assert_true(float_info(sampler, CL_SAMPLER_LOD_MAX_KHR) == FLT_MAX);
    assert_success(clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, 0, NULL, &size));
    assert_int_equal(size, 0);
    assert_success(clReleaseSampler(sampler));
    sampler = clCreateSamplerWithProperties(f->context, none, NULL);
    assert_success(clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, 0, NULL, &size));
    assert_int_equal(size, sizeof(none));
    assert_success(clReleaseSampler(sampler));
}

static void
properties_are_reported_as_given(void **state)
{
    struct fixture *f = *state;
    const cl_sampler_properties properties[] = {CL_SAMPLER_LOD_MAX_KHR,
                                                bits_of(3.5f),
                                                CL_SAMPLER_FILTER_MODE,
                                                CL_FILTER_LINEAR,
                                                CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                                CL_FILTER_LINEAR,
                                                CL_SAMPLER_LOD_MIN_KHR,
                                                bits_of(0.5f),
                                                CL_SAMPLER_NORMALIZED_COORDS,
                                                CL_FALSE,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                CL_ADDRESS_CLAMP_TO_EDGE,
                                                0};
    cl_sampler_properties got[13];
    size_t size = 0;
    cl_int err;
    cl_sampler sampler = clCreateSamplerWithProperties(f->context, properties, &err);

    assert_success(err);
    assert_success(clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, sizeof(got), got, &size));
    assert_int_equal(size, sizeof(properties));
    assert_memory_equal(got, properties, sizeof(properties));
    assert_int_equal(uint_info(sampler, CL_SAMPLER_NORMALIZED_COORDS), CL_FALSE);
    assert_int_equal(uint_info(sampler, CL_SAMPLER_ADDRESSING_MODE), CL_ADDRESS_CLAMP_TO_EDGE);
    assert_int_equal(uint_info(sampler, CL_SAMPLER_FILTER_MODE), CL_FILTER_LINEAR);
    assert_int_equal(uint_info(sampler, CL_SAMPLER_MIP_FILTER_MODE_KHR), CL_FILTER_LINEAR);
    assert_true(float_info(sampler, CL_SAMPLER_LOD_MIN_KHR) == 0.5f);
    assert_true(float_info(sampler, CL_SAMPLER_LOD_MAX_KHR) == 3.5f);
    assert_success(clReleaseSampler(sampler));
}

static void
bad_properties_return_CL_INVALID_VALUE(void **state)
{
    const cl_sampler_properties unknown[] = {1, 1, 0};
    const cl_sampler_properties bool_value[] = {CL_SAMPLER_NORMALIZED_COORDS, 2, 0};
    const cl_sampler_properties mode[] = {CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0};
    const cl_sampler_properties filter[] = {CL_SAMPLER_FILTER_MODE, 0, 0};
    const cl_sampler_properties mip[] = {CL_SAMPLER_MIP_FILTER_MODE_KHR, 1, 0};
    const cl_sampler_properties lod[] = {CL_SAMPLER_LOD_MIN_KHR, bits_of(NAN), 0};
    const cl_sampler_properties twice[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE,
                                           CL_FILTER_LINEAR, 0};
    const cl_sampler_properties *const cases[] = {unknown, bool_value, mode, filter, mip, lod, twice};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        expect_properties(*state, cases[i], CL_INVALID_VALUE);
}

static void
bad_arguments_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_int err = CL_SUCCESS;

    assert_null(clCreateSampler(f->context, 2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateSampler(f->context, CL_TRUE, 0, CL_FILTER_NEAREST, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateSampler(f->context, CL_TRUE, CL_ADDRESS_CLAMP, 0, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateSampler(f->context, CL_TRUE, CL_ADDRESS_CLAMP, 0, NULL));
}

static void
create_on_a_foreign_context_returns_CL_INVALID_CONTEXT(void **state)
{
    cl_int err = CL_SUCCESS;

    (void)state;
    assert_null(clCreateSampler(foreign_handle(), CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
    assert_null(clCreateSamplerWithProperties(foreign_handle(), NULL, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
}

static void
samplers_are_counted(void **state)
{
    struct fixture *f = *state;
    cl_sampler sampler = clCreateSamplerWithProperties(f->context, NULL, NULL);

    assert_success(clRetainSampler(sampler));
    assert_int_equal(uint_info(sampler, CL_SAMPLER_REFERENCE_COUNT), 2);
    assert_success(clReleaseSampler(sampler));
    assert_int_equal(uint_info(sampler, CL_SAMPLER_REFERENCE_COUNT), 1);
    assert_success(clReleaseSampler(sampler));
}

static void
other_calls_return_CL_INVALID_SAMPLER(void **state)
{
    (void)state;
    assert_error(clRetainSampler(foreign_handle()), CL_INVALID_SAMPLER);
    assert_error(clReleaseSampler(foreign_handle()), CL_INVALID_SAMPLER);
    assert_error(clGetSamplerInfo(foreign_handle(), CL_SAMPLER_CONTEXT, 0, NULL, NULL), CL_INVALID_SAMPLER);
}

static void
bad_queries_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_sampler sampler = clCreateSamplerWithProperties(f->context, NULL, NULL);
    cl_uint value;

    assert_error(clGetSamplerInfo(sampler, 1, sizeof(value), &value, NULL), CL_INVALID_VALUE);
    assert_error(clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, 1, &value, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseSampler(sampler));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_settings_are_made_and_reported),
        cmocka_unit_test(defaults_are_the_specifications),
        cmocka_unit_test(properties_are_reported_as_given),
        cmocka_unit_test(bad_properties_return_CL_INVALID_VALUE),
        cmocka_unit_test(bad_arguments_return_CL_INVALID_VALUE),
        cmocka_unit_test(create_on_a_foreign_context_returns_CL_INVALID_CONTEXT),
        cmocka_unit_test(samplers_are_counted),
        cmocka_unit_test(other_calls_return_CL_INVALID_SAMPLER),
        cmocka_unit_test(bad_queries_return_CL_INVALID_VALUE),
    };

    return RUN_TESTS("sampler");
}
