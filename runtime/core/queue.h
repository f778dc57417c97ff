// SPDX-License-Identifier: Apache-2.0
// Command queues: in-order is a chain of commands, out-of-order a set; barriers join.
#ifndef WEFT_CORE_QUEUE_H
#define WEFT_CORE_QUEUE_H

#include "runtime/base/thread.h"
#include "runtime/core/object.h"

struct weft_command;
struct weft_queue_state; // core/queue.c's own: recorded batch, last command, barrier

struct _cl_command_queue {
    struct weft_object base;
    cl_context context;                // retained
    cl_device_id device;               // retained
    cl_command_queue_properties flags; // CL_QUEUE_OUT_OF_ORDER..., CL_QUEUE_PROFILING_ENABLE
    cl_queue_properties *properties;   // owned, 0-terminated, as given to clCreateCommandQueueWithProperties; or NULL
    cl_uint property_count;
    struct weft_queue_state *state; // owned
};

// What cl_khr_priority_hints and cl_khr_throttle_hints ask for; 0: not given, which is medium.
struct weft_queue_hints {
    cl_queue_priority_khr priority;
    cl_queue_throttle_khr throttle;
};

cl_int weft_queue_flush(cl_command_queue queue);
cl_int weft_queue_finish(cl_command_queue queue);

#endif
