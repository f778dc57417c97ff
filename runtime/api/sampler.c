// SPDX-License-Identifier: Apache-2.0
// Samplers: without image support none can be made.
#include "runtime/api/unsupported.h"
#include "runtime/core/object.h"

// CL_INVALID_CONTEXT if context is not a valid context.
// CL_INVALID_OPERATION if images are not supported by any device associated with context.
static cl_sampler
create_sampler(const char *call, cl_context context, cl_int *errcode_ret)
{
    return weft_unsupported_object(call, WEFT_IS(context, CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT,
                                   errcode_ret);
}

CL_API_ENTRY cl_sampler CL_API_CALL
clCreateSampler(cl_context context, cl_bool normalized_coords, cl_addressing_mode addressing_mode,
                cl_filter_mode filter_mode, cl_int *errcode_ret)
{
    (void)normalized_coords, (void)addressing_mode, (void)filter_mode;
    return create_sampler(__func__, context, errcode_ret);
}

CL_API_ENTRY cl_sampler CL_API_CALL
clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *sampler_properties, cl_int *errcode_ret)
{
    (void)sampler_properties;
    return create_sampler(__func__, context, errcode_ret);
}

// CL_INVALID_SAMPLER if sampler is not a valid sampler object.
CL_API_ENTRY cl_int CL_API_CALL
clRetainSampler(cl_sampler sampler)
{
    (void)sampler;
    return weft_unsupported(__func__, CL_INVALID_SAMPLER);
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseSampler(cl_sampler sampler)
{
    (void)sampler;
    return weft_unsupported(__func__, CL_INVALID_SAMPLER);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size, void *param_value,
                 size_t *param_value_size_ret)
{
    (void)sampler, (void)param_name, (void)param_value_size, (void)param_value, (void)param_value_size_ret;
    return weft_unsupported(__func__, CL_INVALID_SAMPLER);
}
