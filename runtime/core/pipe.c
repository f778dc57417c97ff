// SPDX-License-Identifier: Apache-2.0
// Pipes: their memory before the first packet.
#include "runtime/core/pipe.h"

#include <stddef.h>

#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"

// As kernel-lib/include/weft_pipe.h has it.
_Static_assert(offsetof(struct weft_pipe, written) == 64 && offsetof(struct weft_pipe, read) == 128 &&
                   sizeof(struct weft_pipe) == 192,
               "counters have cache lines of their own");

cl_int
weft_pipe_create(cl_context context, cl_mem_flags flags, cl_uint packet_bytes, cl_uint max_packets, cl_mem *pipe)
{
    const uint64_t bytes = sizeof(struct weft_pipe) + (uint64_t)max_packets * (sizeof(uint64_t) + packet_bytes);
    uint64_t *sequence;
    cl_int err;

    // CL_MEM_OBJECT_ALLOCATION_FAILURE "if there is a failure to allocate memory for the pipe object"
    for (cl_uint i = 0; i < context->device_count; i++)
        if (bytes > weft_device_max_alloc_bytes(context->devices[i]))
            return weft_error(context, CL_MEM_OBJECT_ALLOCATION_FAILURE,
                              "a pipe of %u packets of %u bytes exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE", max_packets,
                              packet_bytes);
    err = weft_memory_create(context, CL_MEM_OBJECT_PIPE, flags, bytes, WEFT_MEM_BASE_ADDR_ALIGN_BYTES, 0, pipe);
    if (err != CL_SUCCESS)
        return err;
    *weft_pipe_head(*pipe) = (struct weft_pipe){.packet_bytes = packet_bytes, .capacity = max_packets};
    sequence = (uint64_t *)(void *)(weft_pipe_head(*pipe) + 1);
    for (cl_uint i = 0; i < max_packets; i++)
        sequence[i] = i;
    return CL_SUCCESS;
}
