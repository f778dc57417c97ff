// SPDX-License-Identifier: Apache-2.0
// Pipes: CL_DEVICE_PIPE_SUPPORT is CL_FALSE.
#include "runtime/api/unsupported.h"
#include "runtime/core/object.h"

CL_API_ENTRY cl_mem CL_API_CALL
clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size, cl_uint pipe_max_packets,
             const cl_pipe_properties *properties, cl_int *errcode_ret)
{
    (void)flags, (void)pipe_packet_size, (void)pipe_max_packets, (void)properties;
    // CL_INVALID_CONTEXT if context is not a valid context.
    // CL_INVALID_OPERATION if no devices in context support pipes.
    return weft_unsupported_object(__func__, WEFT_IS(context, CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT,
                                   errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value,
              size_t *param_value_size_ret)
{
    (void)pipe, (void)param_name, (void)param_value_size, (void)param_value, (void)param_value_size_ret;
    // CL_INVALID_MEM_OBJECT if pipe is not a valid pipe object.
    return weft_unsupported(__func__, CL_INVALID_MEM_OBJECT);
}
