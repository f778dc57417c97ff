// SPDX-License-Identifier: Apache-2.0
// Partitions of a device wider than most machines: its PUs are made up, and none of them runs anything.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "runtime/core/device.h"
#include "runtime/core/platform.h"
#include "runtime/exec/topology.h"

#define PUS 100

static cl_device_id wide;

static int
setup(void **state)
{
    const cl_device_partition_property list[] = {CL_DEVICE_PARTITION_EQUALLY, PUS, 0};
    struct weft_cpu_set *cpus = malloc(sizeof(*cpus) + PUS * sizeof(cpus->cpus[0]));

    (void)state;
    if (!cpus)
        return -1;
    cpus->count = PUS;
    for (unsigned i = 0; i < PUS; i++)
        cpus->cpus[i] = 100000 + i;
    return weft_device_create_sub(weft_platform_device(), cpus, list, 3, &wide);
}

static int
teardown(void **state)
{
    (void)state;
    return clReleaseDevice(wide);
}

static void
partition_type_lists_any_number_of_counts(void **state)
{
    cl_device_partition_property properties[PUS + 3] = {CL_DEVICE_PARTITION_BY_COUNTS};
    cl_device_partition_property type[PUS + 3];
    cl_device_id parts[PUS];
    cl_uint count = 0;
    size_t size = 0;

    (void)state;
    for (int i = 0; i < PUS; i++)
        properties[1 + i] = 1;
    assert_int_equal(clCreateSubDevices(wide, properties, PUS, parts, &count), CL_SUCCESS);
    assert_int_equal(count, PUS);
    assert_int_equal(clGetDeviceInfo(parts[7], CL_DEVICE_PARTITION_TYPE, sizeof(type), type, &size), CL_SUCCESS);
    assert_int_equal(size, sizeof(properties));
    assert_memory_equal(type, properties, size);
    for (cl_uint i = 0; i < count; i++)
        assert_int_equal(clReleaseDevice(parts[i]), CL_SUCCESS);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partition_type_lists_any_number_of_counts),
    };

    return cmocka_run_group_tests_name("partition", tests, setup, teardown);
}
