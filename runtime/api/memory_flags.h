// SPDX-License-Identifier: Apache-2.0
// The flags of memory objects, and how those that are made of others inherit them.
#ifndef WEFT_API_MEMORY_FLAGS_H
#define WEFT_API_MEMORY_FLAGS_H

#include "runtime/base/opencl.h"

#define WEFT_DEVICE_ACCESS_FLAGS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define WEFT_HOST_ACCESS_FLAGS (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)
#define WEFT_HOST_PTR_FLAGS (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)
#define WEFT_BUFFER_FLAGS                                                                                              \
    (WEFT_DEVICE_ACCESS_FLAGS | WEFT_HOST_ACCESS_FLAGS | WEFT_HOST_PTR_FLAGS | CL_MEM_IMMUTABLE_EXT)
#define WEFT_IMAGE_FLAGS (WEFT_BUFFER_FLAGS | CL_MEM_KERNEL_READ_AND_WRITE)

// CL_INVALID_VALUE for flags that are not among `known` or exclude each other. "Memory Flags".
WEFT_MUST_CHECK cl_int weft_validate_memory_flags(cl_context context, cl_mem_flags flags, cl_mem_flags known);
// The same for a sub-buffer of, or an image made from, `parent`.
WEFT_MUST_CHECK cl_int weft_validate_part_flags(cl_mem parent, cl_mem_flags flags, cl_mem_flags known);
// Access flags that are not given are inherited, and the flags about the host pointer are always.
cl_mem_flags weft_inherit_memory_flags(cl_mem_flags parent, cl_mem_flags flags);
// CL_INVALID_VALUE for an object of its own that is CL_MEM_IMMUTABLE_EXT, but gets no contents.
WEFT_MUST_CHECK cl_int weft_validate_immutable(cl_context context, cl_mem_flags flags);
// CL_INVALID_OPERATION if the object cannot be changed by commands.
WEFT_MUST_CHECK cl_int weft_validate_destination(cl_mem memory);
// CL_INVALID_HOST_PTR if the pointer and the flags about it do not go together.
WEFT_MUST_CHECK cl_int weft_validate_host_ptr(cl_context context, cl_mem_flags flags, const void *host_ptr);

#endif
