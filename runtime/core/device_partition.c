// SPDX-License-Identifier: Apache-2.0
// Splitting a device's PUs: by sizes, or by what they share.
#include <stdlib.h>
#include <string.h>

#include "runtime/core/device.h"
#include "runtime/exec/topology.h"

// Each with the list that CL_DEVICE_PARTITION_TYPE reports, in the order in which NEXT_PARTITIONABLE tries them.
static const struct {
    cl_device_partition_property properties[3];
    enum weft_domain domain;
} domains[] = {
    {{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA}, WEFT_DOMAIN_NUMA},
    {{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE}, WEFT_DOMAIN_L4},
    {{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE}, WEFT_DOMAIN_L3},
    {{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE}, WEFT_DOMAIN_L2},
    {{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE}, WEFT_DOMAIN_L1},
};
#define DOMAIN_COUNT (sizeof(domains) / sizeof(domains[0]))

cl_device_affinity_domain
weft_device_affinity_domains(cl_device_id device)
{
    cl_device_affinity_domain flags = 0;

    for (size_t i = 0; device->compute_units > 1 && i < DOMAIN_COUNT; i++)
        if (weft_topology_domain_count(device->cpus, domains[i].domain) > 1)
            flags |= (cl_device_affinity_domain)domains[i].properties[1];
    if (flags)
        flags |= CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
    return flags;
}

cl_uint
weft_device_partition_schemes(cl_device_id device, cl_device_partition_property schemes[WEFT_PARTITION_SCHEMES])
{
    cl_uint count = 0;

    if (device->compute_units < 2)
        return 0;
    schemes[count++] = CL_DEVICE_PARTITION_EQUALLY;
    schemes[count++] = CL_DEVICE_PARTITION_BY_COUNTS;
    if (weft_device_affinity_domains(device) != 0)
        schemes[count++] = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
    return count;
}

void
weft_partition_finish(struct weft_partition *partition)
{
    for (cl_uint i = 0; partition->parts && i < partition->count; i++)
        weft_cpu_set_destroy(partition->parts[i]);
    free(partition->parts);
    partition->parts = NULL;
}

cl_int
weft_device_partition_by_sizes(cl_device_id device, cl_uint count, const cl_uint *sizes,
                               struct weft_partition *partition)
{
    struct weft_cpu_set *sorted = weft_topology_sorted(device->cpus);
    cl_uint first = 0;
    bool complete;

    partition->count = count;
    partition->parts = calloc(count, sizeof(*partition->parts));
    complete = sorted && partition->parts;
    for (cl_uint i = 0; complete && i < count; i++) {
        partition->parts[i] = weft_cpu_set_copy(sorted, first, sizes[i]);
        complete = partition->parts[i] != NULL;
        first += sizes[i];
    }
    weft_cpu_set_destroy(sorted);
    if (complete)
        return CL_SUCCESS;
    weft_partition_finish(partition);
    return CL_OUT_OF_HOST_MEMORY;
}

cl_int
weft_device_partition_by_domain(cl_device_id device, cl_device_affinity_domain domain, struct weft_partition *partition)
{
    for (size_t i = 0; i < DOMAIN_COUNT; i++) {
        if (domain != (cl_device_affinity_domain)domains[i].properties[1] &&
            domain != CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE)
            continue;
        if (weft_topology_domain_count(device->cpus, domains[i].domain) < 2)
            continue;
        if (!weft_topology_split(device->cpus, domains[i].domain, &partition->parts, &partition->count))
            return CL_OUT_OF_HOST_MEMORY;
        partition->properties = domains[i].properties;
        partition->property_count = 3;
        return CL_SUCCESS;
    }
    return CL_DEVICE_PARTITION_FAILED;
}

cl_int
weft_device_create_partition(cl_device_id device, struct weft_partition *partition, cl_device_id *devices)
{
    cl_uint made;
    cl_int err = CL_SUCCESS;

    for (made = 0; made < partition->count; made++) {
        err = weft_device_create_sub(device, partition->parts[made], partition->properties, partition->property_count,
                                     &devices[made]);
        if (err != CL_SUCCESS)
            break;
        partition->parts[made] = NULL;
    }
    if (err != CL_SUCCESS)
        while (made > 0)
            weft_object_unref(devices[--made]);
    weft_partition_finish(partition);
    return err;
}
