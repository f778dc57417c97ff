// SPDX-License-Identifier: Apache-2.0
// Contexts: the devices they span and who hears of errors.
#ifndef WEFT_CORE_CONTEXT_H
#define WEFT_CORE_CONTEXT_H

#include "runtime/base/thread.h"
#include "runtime/core/destructors.h"
#include "runtime/core/object.h"

struct _cl_context {
    struct weft_object base;
    cl_uint device_count;
    cl_device_id *devices;                     // owned array of retained devices
    cl_context_properties *properties;         // owned copy, 0-terminated; NULL when none were given
    cl_uint property_count;                    // entries incl. the final 0
    _Atomic(cl_command_queue) *default_queues; // owned array, by device: on the device; borrowed, or NULL
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *); // may be NULL
    void *notify_data;
    struct weft_destructors destructors;
    struct weft_mutex lock;
    cl_command_queue queues WEFT_GUARDED_BY(lock); // borrowed: the context's, each takes itself off
};

bool weft_context_has_device(cl_context context, cl_device_id device);
// The default queue on the device, one of the context's; NULL if there is none. Thread-safe, without a lock.
cl_command_queue weft_context_default_queue(cl_context context, cl_device_id device);
void weft_context_set_default_queue(cl_context context, cl_device_id device, cl_command_queue queue);
// The queue ends: it is no default any more.
void weft_context_forget_queue(cl_context context, cl_command_queue queue);
// Copies the lists; property_count includes the final 0, or is 0 when none were given. CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_context_create(const cl_context_properties *properties, cl_uint property_count,
                                           cl_uint device_count, const cl_device_id *devices,
                                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                                           void *notify_data, cl_context *context);

#endif
