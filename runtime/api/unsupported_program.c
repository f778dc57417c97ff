// SPDX-License-Identifier: Apache-2.0
// Intermediate languages: CL_DEVICE_IL_VERSION is empty.
#include "runtime/api/unsupported.h"
#include "runtime/core/object.h"

CL_API_ENTRY cl_program CL_API_CALL
clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *errcode_ret)
{
    (void)il, (void)length;
    // CL_INVALID_CONTEXT if context is not a valid context.
    // CL_INVALID_OPERATION if no devices in context support intermediate language programs.
    return weft_unsupported_object(__func__, WEFT_IS(context, CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT,
                                   errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size, const void *spec_value)
{
    (void)spec_id, (void)spec_size, (void)spec_value;
    // CL_INVALID_PROGRAM if program is not a valid program object created from an intermediate language.
    // CL_INVALID_OPERATION if no devices associated with program support intermediate language programs.
    return weft_unsupported(__func__, WEFT_IS(program, PROGRAM) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM);
}
