// SPDX-License-Identifier: Apache-2.0
// Pipes: memory objects that kernels pass packets through. compiler/kernel_abi.h says how they lie in memory.
#ifndef WEFT_CORE_PIPE_H
#define WEFT_CORE_PIPE_H

#include "compiler/kernel_abi.h"
#include "runtime/core/memory.h"

#define WEFT_PIPE_MAX_PACKET_BYTES 1024u
// Reservations need nothing but room for their packets; a number that programs may use for their own arrays.
#define WEFT_PIPE_MAX_RESERVATIONS 1024u

// An empty pipe; all arguments are valid. CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY. Thread-safe.
WEFT_MUST_CHECK cl_int weft_pipe_create(cl_context context, cl_mem_flags flags, cl_uint packet_bytes,
                                        cl_uint max_packets, cl_mem *pipe);

// The head of the memory of a CL_MEM_OBJECT_PIPE.
static inline struct weft_pipe *
weft_pipe_head(cl_mem pipe)
{
    return (struct weft_pipe *)(void *)pipe->data;
}

#endif
