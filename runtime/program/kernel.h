// SPDX-License-Identifier: Apache-2.0
// Kernels: an entry of an executable and the arguments set so far.
#ifndef WEFT_PROGRAM_KERNEL_H
#define WEFT_PROGRAM_KERNEL_H

#include "compiler/kernel_abi.h"
#include "runtime/base/thread.h"
#include "runtime/program/program.h"

// No work-group gets more of weft_worker_memory.context than this: it limits CL_KERNEL_WORK_GROUP_SIZE of kernels that
// keep much across barriers.
#define WEFT_MAX_CONTEXT_BYTES ((uint64_t)32 << 20)

struct _cl_kernel {
    struct weft_object base;
    cl_program program;                  // retained, and attached to
    struct weft_executable *executable;  // retained
    const struct weft_kernel_info *info; // borrowed from executable
    weft_kernel_entry entry;             // borrowed from executable
    struct weft_mutex lock;              // clSetKernelArg on one kernel from several threads stays sane
    unsigned char *args;   // owned; info->arg_block_bytes; pointers of cl_mem arguments are stored as data
                           // addresses, __local arguments are 0 until a snapshot turns them into offsets
    cl_mem *memory;        // owned array of info->arg_count: the cl_mem of pointer arguments or NULL. Not
                           // retained, as the specification demands: a snapshot looks whether they live
    uint64_t *local_sizes; // owned array of info->arg_count: bytes of __local arguments
    unsigned char *is_set; // owned array of info->arg_count
    uint32_t *memory_args; // owned array: the arguments that may hold a cl_mem
    uint32_t *local_args;  // owned array: the __local arguments
    uint32_t unset_count;  // arguments not set yet
    uint32_t memory_count; // entries of memory_args
    uint32_t local_count;  // entries of local_args
    // Owned array of program->device_count: the kernel whose code each device runs, made from the device's executable
    // and with the same arguments. NULL where that has no such kernel; retained unless it is this one, which runs on
    // all of them if there is no array.
    cl_kernel *of_devices;
};

// A kernel of the program. CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, CL_INVALID_KERNEL_DEFINITION if its
// arguments are not the same in all executables of the program, CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_kernel_create(cl_program program, const char *name, cl_kernel *kernel);
// All kernels of the program that have one definition; *count is their number. `kernels` may be NULL, else has room for
// `room` entries: CL_INVALID_VALUE if there are more, CL_INVALID_PROGRAM_EXECUTABLE, CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_kernel_create_all(cl_program program, cl_uint room, cl_kernel *kernels, cl_uint *count);
// A new kernel with the same arguments.
WEFT_MUST_CHECK cl_int weft_kernel_clone(cl_kernel source, cl_kernel *kernel);

// What runs for the kernel on this device, which is one of the program's or a part of one; valid as long as the kernel.
// NULL if the program has no executable for it.
cl_kernel weft_kernel_of_device(cl_kernel kernel, cl_device_id device);

// Setting one argument; the index and sizes are valid. Thread-safe.
void weft_kernel_set_value(cl_kernel kernel, cl_uint index, const void *value);
void weft_kernel_set_memory(cl_kernel kernel, cl_uint index, cl_mem memory); // NULL is fine
void weft_kernel_set_local(cl_kernel kernel, cl_uint index, uint64_t bytes);

// CL_KERNEL_LOCAL_MEM_SIZE: static __local variables of the code that runs and the __local arguments set so far,
// without gaps.
uint64_t weft_kernel_local_bytes(cl_kernel kernel, const struct weft_kernel_info *info);
// CL_KERNEL_WORK_GROUP_SIZE.
size_t weft_kernel_max_work_group_size(const struct _cl_kernel *kernel);

// The arguments as of now, for one launch of the code with this info. `args` has room for info->arg_block_bytes;
// `memory` for memory_count entries, each retained (NULLs left out). *memory_count and *local_bytes (static + __local
// arguments) are set. CL_INVALID_KERNEL_ARGS with a sentence if one is not set, or its buffer has been released.
// Thread-safe.
WEFT_MUST_CHECK cl_int weft_kernel_snapshot(cl_kernel kernel, const struct weft_kernel_info *info, void *args,
                                            cl_mem *memory, cl_uint *memory_count, uint64_t *local_bytes);

#endif
