// SPDX-License-Identifier: Apache-2.0
// clCreateSubDevices.
#include <stdlib.h>

#include "runtime/base/error.h"
#include "runtime/core/device.h"

static cl_int
partition_equally(cl_device_id device, const cl_device_partition_property *properties, struct weft_partition *partition)
{
    cl_device_partition_property size = properties[1];
    cl_uint count;
    cl_uint *sizes;
    cl_int err;

    // CL_INVALID_VALUE if values specified in properties are not valid
    if (size < 1 || properties[2] != 0)
        return weft_error(NULL, CL_INVALID_VALUE, "clCreateSubDevices: equally by %lld compute units is not valid",
                          (long long)size);
    // CL_INVALID_DEVICE_PARTITION_COUNT if the total number of compute units requested exceeds
    // CL_DEVICE_MAX_COMPUTE_UNITS for in_device
    if (size > (cl_device_partition_property)device->compute_units)
        return weft_error(NULL, CL_INVALID_DEVICE_PARTITION_COUNT,
                          "clCreateSubDevices: %lld compute units a part, but the device has %u", (long long)size,
                          device->compute_units);
    // CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but in_device could not be
    // further partitioned: one part that is the whole device is no partition.
    if (size == (cl_device_partition_property)device->compute_units)
        return weft_error(NULL, CL_DEVICE_PARTITION_FAILED,
                          "clCreateSubDevices: a part of %u compute units is the whole device", device->compute_units);
    count = device->compute_units / (cl_uint)size;
    sizes = malloc(count * sizeof(*sizes));
    if (!sizes)
        return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; i < count; i++)
        sizes[i] = (cl_uint)size;
    partition->properties[0] = CL_DEVICE_PARTITION_EQUALLY;
    partition->properties[1] = size;
    partition->properties[2] = 0;
    partition->property_count = 3;
    err = weft_device_partition_by_sizes(device, count, sizes, partition);
    free(sizes);
    return err;
}

// Checks a list of counts; *count and *total come out for a valid one.
static cl_int
validate_counts(cl_device_id device, const cl_device_partition_property *counts, cl_uint *count)
{
    cl_ulong total = 0;

    // CL_INVALID_DEVICE_PARTITION_COUNT if the number of sub-devices requested exceeds
    // CL_DEVICE_PARTITION_MAX_SUB_DEVICES, if the total number of compute units requested exceeds
    // CL_DEVICE_MAX_COMPUTE_UNITS, or if the number of compute units for one or more sub-devices is less than zero or
    // exceeds it.
    for (*count = 0; counts[*count] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++*count) {
        if (counts[*count] < 0 || counts[*count] > (cl_device_partition_property)device->compute_units)
            return weft_error(NULL, CL_INVALID_DEVICE_PARTITION_COUNT,
                              "clCreateSubDevices: a part of %lld compute units of a device of %u",
                              (long long)counts[*count], device->compute_units);
        total += (cl_ulong)counts[*count];
        if (*count + 1 > device->compute_units || total > device->compute_units)
            return weft_error(NULL, CL_INVALID_DEVICE_PARTITION_COUNT,
                              "clCreateSubDevices: more compute units or parts asked for than the device's %u",
                              device->compute_units);
    }
    // CL_INVALID_VALUE if values specified in properties are not valid
    if (*count == 0 || counts[*count + 1] != 0)
        return weft_error(NULL, CL_INVALID_VALUE,
                          "clCreateSubDevices: the list of counts is empty or not followed by 0");
    return CL_SUCCESS;
}

static cl_int
partition_by_counts(cl_device_id device, const cl_device_partition_property *properties,
                    struct weft_partition *partition)
{
    cl_uint count = 0;
    cl_uint *sizes;
    cl_uint entries = 0;
    cl_int err = validate_counts(device, properties + 1, &count);

    if (err != CL_SUCCESS)
        return err;
    sizes = malloc(count * sizeof(*sizes));
    if (!sizes)
        return CL_OUT_OF_HOST_MEMORY;
    partition->properties[entries++] = CL_DEVICE_PARTITION_BY_COUNTS;
    for (cl_uint i = 0; i < count; i++) {
        sizes[i] = (cl_uint)properties[1 + i];
        if (entries < WEFT_PARTITION_ENTRIES - 2)
            partition->properties[entries++] = properties[1 + i];
    }
    partition->properties[entries++] = CL_DEVICE_PARTITION_BY_COUNTS_LIST_END;
    partition->properties[entries++] = 0;
    partition->property_count = entries;
    err = weft_device_partition_by_sizes(device, count, sizes, partition);
    free(sizes);
    return err;
}

static cl_int
partition_by_domain(cl_device_id device, const cl_device_partition_property *properties,
                    struct weft_partition *partition)
{
    const cl_device_affinity_domain known = CL_DEVICE_AFFINITY_DOMAIN_NUMA | CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE |
                                            CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE |
                                            CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE |
                                            CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
    cl_device_affinity_domain domain = (cl_device_affinity_domain)properties[1];
    cl_int err;

    // CL_INVALID_VALUE if values specified in properties are not valid: one domain, and nothing behind it.
    if (domain == 0 || (domain & ~known) != 0 || (domain & (domain - 1)) != 0 || properties[2] != 0)
        return weft_error(NULL, CL_INVALID_VALUE, "clCreateSubDevices: 0x%llx is not an affinity domain",
                          (unsigned long long)domain);
    err = weft_device_partition_by_domain(device, domain, partition);
    // CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but in_device could not be
    // further partitioned.
    if (err == CL_DEVICE_PARTITION_FAILED)
        return weft_error(NULL, err, "clCreateSubDevices: the device's compute units share this affinity domain");
    return err;
}

static cl_int
make_partition(cl_device_id device, const cl_device_partition_property *properties, struct weft_partition *partition)
{
    switch (properties ? properties[0] : 0) {
    case CL_DEVICE_PARTITION_EQUALLY:
        return partition_equally(device, properties, partition);
    case CL_DEVICE_PARTITION_BY_COUNTS:
        return partition_by_counts(device, properties, partition);
    case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
        return partition_by_domain(device, properties, partition);
    default:
        // CL_INVALID_VALUE if values specified in properties are not valid or not supported by the device.
        return weft_error(NULL, CL_INVALID_VALUE, "clCreateSubDevices: no partitioning scheme in properties");
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties, cl_uint num_devices,
                   cl_device_id *out_devices, cl_uint *num_devices_ret)
{
    struct weft_partition partition = {0};
    cl_uint count;
    cl_int err;

    // CL_INVALID_DEVICE if in_device is not a valid device.
    if (!WEFT_IS(in_device, DEVICE))
        return weft_error(NULL, CL_INVALID_DEVICE, "clCreateSubDevices: %p is not a device", (void *)in_device);
    err = make_partition(in_device, properties, &partition);
    if (err != CL_SUCCESS)
        return err;
    count = partition.count;
    // CL_INVALID_VALUE if out_devices is not NULL and num_devices is less than the number of sub-devices created by the
    // partition scheme.
    if (out_devices && num_devices < count)
        err =
            weft_error(NULL, CL_INVALID_VALUE, "clCreateSubDevices: room for %u of %u sub-devices", num_devices, count);
    if (err == CL_SUCCESS && out_devices)
        err = weft_device_create_partition(in_device, &partition, out_devices);
    else
        weft_partition_finish(&partition);
    if (err == CL_SUCCESS && num_devices_ret)
        *num_devices_ret = count;
    return err;
}
