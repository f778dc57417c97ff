// SPDX-License-Identifier: Apache-2.0
// clCreateSubDevices.
#include <stdlib.h>

#include "runtime/core/device.h"
#include "runtime/core/error.h"

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
    partition->properties = properties;
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
    for (*count = 0; counts[*count] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; (*count)++) {
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
    cl_int err = validate_counts(device, properties + 1, &count);

    if (err != CL_SUCCESS)
        return err;
    sizes = malloc(count * sizeof(*sizes));
    if (!sizes)
        return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; i < count; i++)
        sizes[i] = (cl_uint)properties[1 + i];
    partition->properties = properties;
    partition->property_count = count + 3; // with the scheme and both ends
    err = weft_device_partition_by_sizes(device, count, sizes, partition);
    free(sizes);
    return err;
}

static cl_int
partition_by_domain(cl_device_id device, const cl_device_partition_property *properties,
                    struct weft_partition *partition)
{
    cl_device_affinity_domain domain = (cl_device_affinity_domain)properties[1];

    // CL_INVALID_VALUE if values specified in properties are not valid, or valid but not supported by in_device: one
    // domain of CL_DEVICE_PARTITION_AFFINITY_DOMAIN, and nothing behind it.
    if (!(domain & weft_device_affinity_domains(device)) || (domain & (domain - 1)) != 0 || properties[2] != 0)
        return weft_error(NULL, CL_INVALID_VALUE, "clCreateSubDevices: the device has no affinity domain 0x%llx",
                          (unsigned long long)domain);
    return weft_device_partition_by_domain(device, domain, partition);
}

static bool
has_scheme(cl_device_id device, cl_device_partition_property scheme)
{
    cl_device_partition_property schemes[WEFT_PARTITION_SCHEMES];
    cl_uint count = weft_device_partition_schemes(device, schemes);

    for (cl_uint i = 0; i < count; i++)
        if (schemes[i] == scheme)
            return true;
    return false;
}

static cl_int
make_partition(cl_device_id device, const cl_device_partition_property *properties, struct weft_partition *partition)
{
    // CL_INVALID_VALUE if values specified in properties are not valid, or valid but not supported by in_device: a
    // scheme of CL_DEVICE_PARTITION_PROPERTIES.
    if (!properties || !has_scheme(device, properties[0]))
        return weft_error(NULL, CL_INVALID_VALUE, "clCreateSubDevices: 0x%llx is no partition scheme of the device",
                          properties ? (unsigned long long)properties[0] : 0);
    if (properties[0] == CL_DEVICE_PARTITION_EQUALLY)
        return partition_equally(device, properties, partition);
    if (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS)
        return partition_by_counts(device, properties, partition);
    return partition_by_domain(device, properties, partition);
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
