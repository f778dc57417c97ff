// SPDX-License-Identifier: Apache-2.0
// The command that launches a kernel: geometry, a snapshot of the arguments, and what keeps both alive.
#ifndef WEFT_COMMANDS_LAUNCH_H
#define WEFT_COMMANDS_LAUNCH_H

#include "runtime/exec/ndrange.h"
#include "runtime/program/public.h"
#include "runtime/queue/public.h"

// Unused dimensions have size 1 and offset 0. `is_empty`: no work-items; the command does nothing. The local size is
// valid and divides the global size unless the kernel takes ragged groups. `own` is the kernel's
// weft_kernel_of_device() for the queue. CL_INVALID_KERNEL_ARGS if an argument is not set; CL_OUT_OF_RESOURCES if local
// memory or a frame exceed the device's.
WEFT_MUST_CHECK cl_int weft_launch_create(cl_command_queue queue, cl_kernel kernel, cl_kernel own, cl_command_type type,
                                          cl_uint work_dim, const uint64_t offset[3], const uint64_t global[3],
                                          const uint64_t local[3], bool is_empty, struct weft_command **command);

#endif
