// SPDX-License-Identifier: Apache-2.0
// Devices: the root device, sub-devices, and the pool each gets at first use.
#include "runtime/core/device.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/kernel_abi.h"
#include "runtime/core/machine.h"
#include "runtime/exec/topology.h"
#include "runtime/exec/scheduler.h"

_Static_assert(sizeof(struct _cl_device_id) <= WEFT_OBJECT_SLOT_BYTES, "a device fits a slot");

#define PAGE_BYTES ((cl_ulong)4096)
#define ALLOCATION_GOAL_BYTES ((cl_ulong)1 << 30)

cl_ulong
weft_device_global_memory_bytes(void)
{
    static _Atomic cl_ulong known; // 0 until asked for; every thread would find the same: relaxed
    cl_ulong bytes = atomic_load_explicit(&known, memory_order_relaxed);

    if (bytes == 0) {
        // Whole pages even of a quarter of it.
        bytes = weft_machine_memory_bytes() / (4 * PAGE_BYTES) * (4 * PAGE_BYTES);
        atomic_store_explicit(&known, bytes, memory_order_relaxed);
    }
    return bytes;
}

size_t
weft_device_max_alloc_bytes(cl_device_id device)
{
    cl_ulong all = weft_device_global_memory_bytes();
    cl_ulong quarter = all / 4;

    (void)device;
    // The minimum is max(min(1 GB, a quarter of CL_DEVICE_GLOBAL_MEM_SIZE), 32 MB).
    if (quarter >= ALLOCATION_GOAL_BYTES)
        return quarter < WEFT_MAX_OBJECT_BYTES ? quarter : WEFT_MAX_OBJECT_BYTES;
    return all / 2 < ALLOCATION_GOAL_BYTES ? all / 2 : ALLOCATION_GOAL_BYTES;
}

static void
finish(cl_device_id device)
{
    weft_worker_pool_destroy(atomic_exchange_explicit(&device->pool, NULL, memory_order_acq_rel));
    weft_cpu_set_destroy(device->cpus);
    device->cpus = NULL;
}

cl_device_id
weft_device_create_root(void)
{
    static cl_device_partition_property none[1];
    struct weft_cpu_set *cpus = weft_topology_process_cpus();
    unsigned quota = weft_machine_cpu_quota();
    cl_device_id device;

    if (!cpus)
        return NULL;
    // A container may have all PUs, but each for a part of the time: more threads than it has time for would be stopped
    // all at once. Nor is it alone in that, so that threads bound to the first PUs would meet others there.
    if (quota < cpus->count)
        cpus = weft_topology_float(cpus, quota);
    device = weft_object_create_static(WEFT_OBJECT_DEVICE, sizeof(*device));
    device->cpus = cpus;
    device->compute_units = cpus->count;
    device->partition = none;
    device->partition_count = 1;
    return device;
}

void
weft_device_finish_root(cl_device_id device)
{
    // Whoever still calls with it gets CL_INVALID_DEVICE.
    atomic_store_explicit(&device->base.type, WEFT_OBJECT_FREE, memory_order_relaxed);
    finish(device);
}

static void
destroy_sub_device(struct weft_object *object)
{
    cl_device_id device = (cl_device_id)object;

    finish(device);
    free(device->partition);
    weft_object_unref(device->parent);
}

cl_int
weft_device_create_sub(cl_device_id parent, struct weft_cpu_set *cpus, const cl_device_partition_property *partition,
                       cl_uint partition_count, cl_device_id *sub_device)
{
    cl_device_partition_property *list = malloc(partition_count * sizeof(*list));
    cl_device_id device = list ? weft_object_create(WEFT_OBJECT_DEVICE, sizeof(*device), destroy_sub_device) : NULL;

    if (!device) {
        free(list);
        return CL_OUT_OF_HOST_MEMORY;
    }
    weft_object_ref(parent);
    device->parent = parent;
    device->cpus = cpus;
    device->compute_units = cpus->count;
    memcpy(list, partition, partition_count * sizeof(*list));
    device->partition = list;
    device->partition_count = partition_count;
    *sub_device = device;
    return CL_SUCCESS;
}

struct weft_worker_pool *
weft_device_pool(cl_device_id device)
{
    struct weft_worker_pool *pool = atomic_load_explicit(&device->pool, memory_order_acquire);
    struct weft_worker_pool *made;

    if (pool)
        return pool;
    made = weft_scheduler_create_pool(device->cpus);
    if (!made)
        return NULL;
    // Several threads may be first; one pool stays, and no threads of the others were started.
    if (atomic_compare_exchange_strong_explicit(&device->pool, &pool, made, memory_order_acq_rel, memory_order_acquire))
        return made;
    weft_worker_pool_destroy(made);
    return pool;
}

void
weft_device_expect_launch(cl_device_id device)
{
    atomic_store_explicit(&device->expects_launch, true, memory_order_release);
    weft_device_ready_worker(device);
}

void
weft_device_ready_worker(cl_device_id device)
{
    // Where a queue and a build that two threads begin at once miss each other, the first launch starts it.
    struct weft_worker_pool *pool = atomic_load_explicit(&device->pool, memory_order_acquire);

    if (pool && atomic_load_explicit(&device->expects_launch, memory_order_acquire) &&
        weft_worker_pool_size(pool) > 1 && !weft_worker_pool_is_running(pool))
        weft_worker_pool_wake(pool);
}
