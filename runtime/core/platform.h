// SPDX-License-Identifier: Apache-2.0
// The one platform and its root device.
#ifndef WEFT_CORE_PLATFORM_H
#define WEFT_CORE_PLATFORM_H

#include "runtime/core/object.h"

struct _cl_platform_id {
    struct weft_object base;
};

cl_platform_id weft_platform(void);      // never NULL after the library is loaded
cl_device_id weft_platform_device(void); // the root device, made at first call; NULL if memory is exhausted
// cl_khr_icd 2.0: the loader's data, given to the platform, the root device and all objects made later.
void weft_platform_set_dispatch_data(void *dispatch_data);
void weft_platform_startup(const void *dispatch); // at load; `dispatch` is borrowed for good
void weft_platform_shutdown(void);                // at unload: the root device's pool and PUs

#endif
