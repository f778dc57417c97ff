// SPDX-License-Identifier: Apache-2.0
// clCreatePipe, clGetPipeInfo.
#include "runtime/core/pipe.h"
#include "runtime/api/info.h"
#include "runtime/api/validate.h"
#include "runtime/core/context.h"
#include "runtime/core/error.h"

#define PIPE_FLAGS (CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS)

static cl_int
validate_pipe(cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets,
              const cl_pipe_properties *properties)
{
    // CL_INVALID_CONTEXT "if context is not a valid context"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    // CL_INVALID_VALUE "if values specified in flags are not as defined above": "Only CL_MEM_READ_WRITE and
    // CL_MEM_HOST_NO_ACCESS can be specified"
    if (flags & ~(cl_mem_flags)PIPE_FLAGS)
        return weft_error(context, CL_INVALID_VALUE, "flags 0x%llx of a pipe", (unsigned long long)flags);
    // CL_INVALID_VALUE "if properties is not NULL"
    if (properties)
        return weft_error(context, CL_INVALID_VALUE, "pipes have no properties: the list must be NULL");
    // CL_INVALID_PIPE_SIZE "if pipe_packet_size is 0 or the pipe_packet_size exceeds CL_DEVICE_PIPE_MAX_PACKET_SIZE
    // value
    // [...] or if pipe_max_packets is 0"
    if (packet_size == 0 || packet_size > WEFT_PIPE_MAX_PACKET_BYTES)
        return weft_error(context, CL_INVALID_PIPE_SIZE, "packets of a pipe have 1 to %u bytes, not %u",
                          WEFT_PIPE_MAX_PACKET_BYTES, packet_size);
    if (max_packets == 0)
        return weft_error(context, CL_INVALID_PIPE_SIZE, "a pipe has room for no packet");
    return CL_SUCCESS;
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size, cl_uint pipe_max_packets,
             const cl_pipe_properties *properties, cl_int *errcode_ret)
{
    cl_mem pipe = NULL;
    cl_int err = validate_pipe(context, flags, pipe_packet_size, pipe_max_packets, properties);

    // "If the value specified for flags is 0, the default is used which is CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS."
    if (err == CL_SUCCESS)
        err = weft_pipe_create(context, flags ? flags : PIPE_FLAGS, pipe_packet_size, pipe_max_packets, &pipe);
    weft_set_errcode(errcode_ret, err);
    return pipe;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value,
              size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    // CL_INVALID_MEM_OBJECT "if pipe is not a valid pipe object"
    if (!WEFT_IS(pipe, MEMORY) || pipe->type != CL_MEM_OBJECT_PIPE)
        return weft_error(NULL, CL_INVALID_MEM_OBJECT, "pipe is not a valid pipe object");
    switch (param_name) {
    case CL_PIPE_PACKET_SIZE:
        return weft_info_uint(out, weft_pipe_head(pipe)->packet_bytes);
    case CL_PIPE_MAX_PACKETS:
        return weft_info_uint(out, weft_pipe_head(pipe)->capacity);
    case CL_PIPE_PROPERTIES:
        return weft_info_bytes(out, NULL, 0);
    default:
        // CL_INVALID_VALUE "if param_name is not valid"
        return weft_error(pipe->context, CL_INVALID_VALUE, "0x%x is not a query of pipes", param_name);
    }
}
