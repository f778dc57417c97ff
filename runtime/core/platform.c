// SPDX-License-Identifier: Apache-2.0
// The platform and the root device live in static storage: handles to them stay good as long as the library is mapped.
#include "runtime/core/platform.h"

#include "runtime/base/thread.h"
#include "runtime/core/device.h"

static cl_platform_id platform;                                // constant after startup
static _Atomic bool platform_closed;                           // after shutdown no device is made any more
static struct weft_mutex device_lock = WEFT_MUTEX_INITIALIZER; // only one thread makes the root device
static _Atomic(cl_device_id) root_device;                      // released by the maker, acquired by readers

void
weft_platform_startup(const void *dispatch)
{
    weft_object_set_dispatch(dispatch, NULL);
    platform = weft_object_create_static(WEFT_OBJECT_PLATFORM, sizeof(*platform));
}

cl_platform_id
weft_platform(void)
{
    return platform;
}

cl_device_id
weft_platform_device(void)
{
    cl_device_id device = atomic_load_explicit(&root_device, memory_order_acquire);

    if (device)
        return device;
    weft_mutex_lock(&device_lock);
    device = atomic_load_explicit(&root_device, memory_order_relaxed);
    if (!device && !atomic_load_explicit(&platform_closed, memory_order_relaxed)) {
        device = weft_device_create_root();
        atomic_store_explicit(&root_device, device, memory_order_release);
    }
    weft_mutex_unlock(&device_lock);
    return device;
}

void
weft_platform_set_dispatch_data(void *dispatch_data)
{
    cl_device_id device = atomic_load_explicit(&root_device, memory_order_acquire);

    // The loader does this once, before it hands the platform to anyone.
    weft_object_set_dispatch(platform->base.dispatch, dispatch_data);
    platform->base.dispatch_data = dispatch_data;
    if (device)
        device->base.dispatch_data = dispatch_data;
}

void
weft_platform_shutdown(void)
{
    cl_device_id device = atomic_exchange_explicit(&root_device, NULL, memory_order_acq_rel);

    atomic_store_explicit(&platform_closed, true, memory_order_relaxed);
    if (device)
        weft_device_finish_root(device);
}
