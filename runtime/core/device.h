// SPDX-License-Identifier: Apache-2.0
// The root device (the process's cpuset) and its sub-devices.
#ifndef WEFT_CORE_DEVICE_H
#define WEFT_CORE_DEVICE_H

#include "runtime/core/object.h"

struct weft_cpu_set;     // exec/topology.h: a set of PUs
struct weft_worker_pool; // exec/worker_pool.h

#define WEFT_MAX_WORK_GROUP_SIZE 4096u
// CL_DEVICE_LOCAL_MEM_SIZE: what programs tune for, and inside a core's L2. PyOpenCL's scan needs more than 64 KB.
#define WEFT_LOCAL_MEMORY_BYTES (256u * 1024u)
#define WEFT_MAX_PARAMETER_BYTES 4096u
// Of work-groups' sizes, for devices and kernels alike: full packs with any vectors, as few or many registers as they
// take.
#define WEFT_PREFERRED_MULTIPLE 16u
#define WEFT_MEM_BASE_ADDR_ALIGN_BYTES 128u
#define WEFT_PARTITION_SCHEMES 3u

struct _cl_device_id {
    struct weft_object base;
    cl_device_id parent;       // retained; NULL for the root device, which is not reference-counted by the API
    struct weft_cpu_set *cpus; // owned
    cl_uint compute_units;
    struct weft_worker_pool *_Atomic pool;   // owned; made at first use by weft_device_pool
    atomic_bool expects_launch;              // see weft_device_expect_launch
    cl_device_partition_property *partition; // owned: how it was made, 0-terminated; for root a static 0
    cl_uint partition_count;                 // entries in partition incl. the 0
};

// Makes the pool (threads start lazily, see worker_pool.h) at first use. NULL if memory is exhausted.
struct weft_worker_pool *weft_device_pool(cl_device_id device);

// A program is built for the device. Its first thread starts as soon as it has a queue as well, beside the build: a
// process that has nothing to launch does not wait for a thread's start and end.
void weft_device_expect_launch(cl_device_id device);
// The device has a queue: the same, the other way round.
void weft_device_ready_worker(cl_device_id device);
// CL_DEVICE_MAX_MEM_ALLOC_SIZE.
size_t weft_device_max_alloc_bytes(cl_device_id device);
cl_ulong weft_device_global_memory_bytes(void); // CL_DEVICE_GLOBAL_MEM_SIZE

// The device of all PUs the process may run on. NULL if memory is exhausted.
cl_device_id weft_device_create_root(void);
void weft_device_finish_root(cl_device_id device); // at unload
// A sub-device of these PUs; takes `cpus` over on success and copies `partition`, which is 0-terminated;
// partition_count counts the 0. CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_device_create_sub(cl_device_id parent, struct weft_cpu_set *cpus,
                                              const cl_device_partition_property *partition, cl_uint partition_count,
                                              cl_device_id *sub_device);

// core/device_partition.c: what a device can be split by, and the splitting.
struct weft_partition {
    cl_uint count;                                  // parts
    struct weft_cpu_set **parts;                    // owned array of owned sets; NULL once they became devices
    const cl_device_partition_property *properties; // borrowed: as CL_DEVICE_PARTITION_TYPE reports it
    cl_uint property_count;                         // incl. the final 0
};
// CL_DEVICE_PARTITION_PROPERTIES: what can split the device; the number of them, which may be 0.
cl_uint weft_device_partition_schemes(cl_device_id device,
                                      cl_device_partition_property schemes[WEFT_PARTITION_SCHEMES]);
// Domains that split the device into at least two parts.
cl_device_affinity_domain weft_device_affinity_domains(cl_device_id device);
// `sizes`: PUs of each of the `count` parts, their sum at most the device's compute units. parts[] are taken from the
// device's PUs in machine order. CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_device_partition_by_sizes(cl_device_id device, cl_uint count, const cl_uint *sizes,
                                                      struct weft_partition *partition);
// `domain` is one bit; NEXT_PARTITIONABLE is resolved to the first that splits. Sets the properties too.
// CL_DEVICE_PARTITION_FAILED if the domain does not split the device, CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_device_partition_by_domain(cl_device_id device, cl_device_affinity_domain domain,
                                                       struct weft_partition *partition);
// Makes the sub-devices and consumes the parts. devices[] has room for partition->count.
WEFT_MUST_CHECK cl_int weft_device_create_partition(cl_device_id device, struct weft_partition *partition,
                                                    cl_device_id *devices);
void weft_partition_finish(struct weft_partition *partition);

#endif
