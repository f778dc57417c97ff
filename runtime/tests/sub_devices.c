// SPDX-License-Identifier: Apache-2.0
// clCreateSubDevices. Cases that need two compute units are skipped on one.
#include "runtime/tests/support.h"

#define MANY 1024

static cl_device_id parts[MANY];

static cl_uint
compute_units(cl_device_id device)
{
    cl_uint units = 0;

    assert_success(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, NULL));
    return units;
}

static cl_device_id
device_of_two(void **state)
{
    struct fixture *f = *state;

    if (compute_units(f->device) < 2)
        skip();
    return f->device;
}

static void
release_parts(cl_uint count)
{
    for (cl_uint i = 0; i < count; i++)
        assert_success(clReleaseDevice(parts[i]));
}

static void
expect_code(cl_device_id device, const cl_device_partition_property *properties, cl_int code)
{
    cl_uint count = 0;

    assert_error(clCreateSubDevices(device, properties, MANY, parts, &count), code);
}

static void
equally_by_one_gives_one_part_a_unit(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint count = 0;

    assert_success(clCreateSubDevices(device, properties, MANY, parts, &count));
    assert_int_equal(count, compute_units(device));
    for (cl_uint i = 0; i < count; i++)
        assert_int_equal(compute_units(parts[i]), 1);
    release_parts(count);
}

static void
equally_by_all_returns_CL_DEVICE_PARTITION_FAILED(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, compute_units(device), 0};

    expect_code(device, properties, CL_DEVICE_PARTITION_FAILED);
}

static void
equally_by_too_many_returns_CL_INVALID_DEVICE_PARTITION_COUNT(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, compute_units(device) + 1, 0};

    expect_code(device, properties, CL_INVALID_DEVICE_PARTITION_COUNT);
}

static void
equally_by_zero_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 0, 0};

    expect_code(f->device, properties, CL_INVALID_VALUE);
}

static void
equally_by_a_negative_number_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, -1, 0};

    expect_code(f->device, properties, CL_INVALID_VALUE);
}

static void
count_alone_can_be_asked_for(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint count = 0;

    assert_success(clCreateSubDevices(device, properties, 0, NULL, &count));
    assert_int_equal(count, compute_units(device));
}

static void
too_little_room_returns_CL_INVALID_VALUE(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};

    assert_error(clCreateSubDevices(device, properties, 1, parts, NULL), CL_INVALID_VALUE);
}

static void
by_counts_gives_parts_of_these_sizes(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_uint units = compute_units(device);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, units - 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_uint count = 0;

    assert_success(clCreateSubDevices(device, properties, MANY, parts, &count));
    assert_int_equal(count, 2);
    assert_int_equal(compute_units(parts[0]), 1);
    assert_int_equal(compute_units(parts[1]), units - 1);
    release_parts(count);
}

static void
by_counts_may_leave_units_out(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_uint count = 0;

    assert_success(clCreateSubDevices(device, properties, MANY, parts, &count));
    assert_int_equal(count, 1);
    assert_int_equal(compute_units(parts[0]), 1);
    release_parts(count);
}

static void
by_counts_beyond_the_total_returns_CL_INVALID_DEVICE_PARTITION_COUNT(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, compute_units(device),
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};

    expect_code(device, properties, CL_INVALID_DEVICE_PARTITION_COUNT);
}

static void
by_counts_with_one_part_too_large_returns_CL_INVALID_DEVICE_PARTITION_COUNT(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, compute_units(device) + 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};

    expect_code(device, properties, CL_INVALID_DEVICE_PARTITION_COUNT);
}

static void
by_counts_with_a_negative_count_returns_CL_INVALID_DEVICE_PARTITION_COUNT(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, -1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};

    expect_code(device, properties, CL_INVALID_DEVICE_PARTITION_COUNT);
}

static void
by_counts_without_counts_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END,
                                                 0};

    expect_code(f->device, properties, CL_INVALID_VALUE);
}

static void
by_unknown_domain_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 1 << 20, 0};

    expect_code(f->device, properties, CL_INVALID_VALUE);
}

static void
by_two_domains_at_once_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_device_partition_property properties[] = {
        CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
        0};

    expect_code(f->device, properties, CL_INVALID_VALUE);
}

// Each domain the device lists splits it into parts whose units add up; each it does not list is refused.
static void
by_each_domain_as_the_device_says(void **state)
{
    static const cl_device_affinity_domain domains[] = {
        CL_DEVICE_AFFINITY_DOMAIN_NUMA,     CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE};
    struct fixture *f = *state;
    cl_device_affinity_domain supported = 0;

    assert_success(
        clGetDeviceInfo(f->device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof(supported), &supported, NULL));
    for (size_t i = 0; i < sizeof(domains) / sizeof(domains[0]); i++) {
        cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                     (cl_device_partition_property)domains[i], 0};
        cl_uint count = 0;
        cl_uint units = 0;

        if (!(supported & domains[i])) {
            expect_code(f->device, properties, CL_INVALID_VALUE);
            continue;
        }
        assert_success(clCreateSubDevices(f->device, properties, MANY, parts, &count));
        assert_true(count >= 2);
        for (cl_uint part = 0; part < count; part++)
            units += compute_units(parts[part]);
        assert_int_equal(units, compute_units(f->device));
        release_parts(count);
    }
}

static void
next_partitionable_reports_the_domain_it_found(void **state)
{
    struct fixture *f = *state;
    cl_device_affinity_domain supported = 0;
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                 CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
    cl_device_partition_property type[8] = {0};
    cl_uint count = 0;

    assert_success(
        clGetDeviceInfo(f->device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof(supported), &supported, NULL));
    if (supported == 0)
        skip();
    assert_success(clCreateSubDevices(f->device, properties, MANY, parts, &count));
    assert_success(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_TYPE, sizeof(type), type, NULL));
    assert_int_equal(type[0], CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
    assert_true(type[1] != CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE && (supported & (cl_ulong)type[1]) != 0);
    release_parts(count);
}

static void
NULL_properties_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;

    expect_code(f->device, NULL, CL_INVALID_VALUE);
}

static void
empty_properties_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_device_partition_property properties[] = {0};

    expect_code(f->device, properties, CL_INVALID_VALUE);
}

static void
unknown_scheme_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_device_partition_property properties[] = {0x7777, 1, 0};

    expect_code(f->device, properties, CL_INVALID_VALUE);
}

static void
two_schemes_return_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0};

    expect_code(f->device, properties, CL_INVALID_VALUE);
}

static void
foreign_device_returns_CL_INVALID_DEVICE(void **state)
{
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};

    (void)state;
    expect_code(foreign_handle(), properties, CL_INVALID_DEVICE);
}

static void
device_fission_returns_an_error(void **state)
{
    struct fixture *f = *state;
    clCreateSubDevicesEXT_fn create = // not every loader exports it
        (clCreateSubDevicesEXT_fn)clGetExtensionFunctionAddressForPlatform(f->platform, "clCreateSubDevicesEXT");

    assert_non_null(create);
    assert_error(create(f->device, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void
parent_and_partition_type_are_reported(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_device_partition_property type[8];
    cl_device_id parent = NULL;
    cl_uint count = 0;
    size_t size = 0;

    assert_success(clCreateSubDevices(device, properties, MANY, parts, &count));
    assert_success(clGetDeviceInfo(parts[1], CL_DEVICE_PARENT_DEVICE, sizeof(parent), &parent, NULL));
    assert_ptr_equal(parent, device);
    assert_success(clGetDeviceInfo(parts[1], CL_DEVICE_PARTITION_TYPE, sizeof(type), type, &size));
    assert_int_equal(size, sizeof(properties));
    assert_memory_equal(type, properties, size);
    release_parts(count);
}

static void
partition_type_by_counts_lists_the_counts(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_partition_property type[8];
    cl_uint count = 0;
    size_t size = 0;

    assert_success(clCreateSubDevices(device, properties, MANY, parts, &count));
    assert_success(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_TYPE, sizeof(type), type, &size));
    assert_int_equal(size, sizeof(properties));
    assert_memory_equal(type, properties, size);
    release_parts(count);
}

static void
one_unit_cannot_be_partitioned_further(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    cl_device_partition_property by_domain[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
    cl_device_partition_property schemes[8];
    cl_uint count = 0;
    size_t size = 0;

    assert_success(clCreateSubDevices(device, properties, MANY, parts, &count));
    assert_success(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_PROPERTIES, sizeof(schemes), schemes, &size));
    assert_int_equal(size, sizeof(schemes[0]));
    assert_int_equal(schemes[0], 0);
    assert_error(clCreateSubDevices(parts[0], properties, 0, NULL, &count), CL_INVALID_VALUE);
    assert_error(clCreateSubDevices(parts[0], by_counts, 0, NULL, &count), CL_INVALID_VALUE);
    assert_error(clCreateSubDevices(parts[0], by_domain, 0, NULL, &count), CL_INVALID_VALUE);
    release_parts(count);
}

static void
references_of_sub_devices_are_counted(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint references = 0;
    cl_uint count = 0;

    assert_success(clCreateSubDevices(device, properties, MANY, parts, &count));
    assert_success(clRetainDevice(parts[0]));
    assert_success(clGetDeviceInfo(parts[0], CL_DEVICE_REFERENCE_COUNT, sizeof(references), &references, NULL));
    assert_int_equal(references, 2);
    assert_success(clReleaseDevice(parts[0]));
    release_parts(count);
    assert_error(clReleaseDevice(parts[0]), CL_INVALID_DEVICE);
}

static void
contexts_and_queues_of_sub_devices_work(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    unsigned char in[256];
    unsigned char out[256] = {0};
    cl_uint count = 0;
    cl_int err;
    cl_context context;
    cl_command_queue queue;
    cl_mem buffer;

    assert_success(clCreateSubDevices(device, properties, MANY, parts, &count));
    context = clCreateContext(NULL, count, parts, NULL, NULL, &err);
    assert_success(err);
    queue = clCreateCommandQueueWithProperties(context, parts[1], NULL, &err);
    assert_success(err);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(in), NULL, &err);
    assert_success(err);
    for (size_t i = 0; i < sizeof(in); i++)
        in[i] = (unsigned char)i;
    assert_success(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof(in), in, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
    assert_memory_equal(in, out, sizeof(in));
    release_parts(count); // the context keeps them
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clReleaseContext(context));
}

static void
queue_on_a_device_outside_the_context_returns_CL_INVALID_DEVICE(void **state)
{
    cl_device_id device = device_of_two(state);
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    struct fixture *f = *state;
    cl_uint count = 0;
    cl_int err = CL_SUCCESS;

    assert_success(clCreateSubDevices(device, properties, MANY, parts, &count));
    assert_null(clCreateCommandQueueWithProperties(f->context, parts[0], NULL, &err));
    assert_int_equal(err, CL_INVALID_DEVICE);
    release_parts(count);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equally_by_one_gives_one_part_a_unit),
        cmocka_unit_test(equally_by_all_returns_CL_DEVICE_PARTITION_FAILED),
        cmocka_unit_test(equally_by_too_many_returns_CL_INVALID_DEVICE_PARTITION_COUNT),
        cmocka_unit_test(equally_by_zero_returns_CL_INVALID_VALUE),
        cmocka_unit_test(equally_by_a_negative_number_returns_CL_INVALID_VALUE),
        cmocka_unit_test(count_alone_can_be_asked_for),
        cmocka_unit_test(too_little_room_returns_CL_INVALID_VALUE),
        cmocka_unit_test(by_counts_gives_parts_of_these_sizes),
        cmocka_unit_test(by_counts_may_leave_units_out),
        cmocka_unit_test(by_counts_beyond_the_total_returns_CL_INVALID_DEVICE_PARTITION_COUNT),
        cmocka_unit_test(by_counts_with_one_part_too_large_returns_CL_INVALID_DEVICE_PARTITION_COUNT),
        cmocka_unit_test(by_counts_with_a_negative_count_returns_CL_INVALID_DEVICE_PARTITION_COUNT),
        cmocka_unit_test(by_counts_without_counts_returns_CL_INVALID_VALUE),
        cmocka_unit_test(by_unknown_domain_returns_CL_INVALID_VALUE),
        cmocka_unit_test(by_two_domains_at_once_returns_CL_INVALID_VALUE),
        cmocka_unit_test(by_each_domain_as_the_device_says),
        cmocka_unit_test(next_partitionable_reports_the_domain_it_found),
        cmocka_unit_test(NULL_properties_return_CL_INVALID_VALUE),
        cmocka_unit_test(empty_properties_return_CL_INVALID_VALUE),
        cmocka_unit_test(unknown_scheme_returns_CL_INVALID_VALUE),
        cmocka_unit_test(two_schemes_return_CL_INVALID_VALUE),
        cmocka_unit_test(foreign_device_returns_CL_INVALID_DEVICE),
        cmocka_unit_test(device_fission_returns_an_error),
        cmocka_unit_test(parent_and_partition_type_are_reported),
        cmocka_unit_test(partition_type_by_counts_lists_the_counts),
        cmocka_unit_test(one_unit_cannot_be_partitioned_further),
        cmocka_unit_test(references_of_sub_devices_are_counted),
        cmocka_unit_test(contexts_and_queues_of_sub_devices_work),
        cmocka_unit_test(queue_on_a_device_outside_the_context_returns_CL_INVALID_DEVICE),
    };

    return RUN_TESTS("sub_devices");
}
