// SPDX-License-Identifier: Apache-2.0
// clGetProgramInfo, clGetProgramBuildInfo.
#include <stdlib.h>
#include <string.h>

#include "runtime/api/info.h"
#include "runtime/api/validate.h"
#include "runtime/core/error.h"
#include "runtime/program/public.h"

static cl_int
binary_sizes(cl_program program, struct weft_info out)
{
    size_t *sizes = calloc(program->device_count, sizeof(*sizes));
    cl_int err;

    if (!sizes)
        return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; i < program->device_count; i++) {
        cl_build_status status;
        struct weft_program_build *build = weft_program_get_build(program, i, &status);

        sizes[i] = build ? build->binary_size : 0;
        weft_program_build_unref(build);
    }
    err = weft_info_bytes(out, sizes, program->device_count * sizeof(*sizes));
    free(sizes);
    return err;
}

// "param_value points to an array of n pointers allocated by the caller"; NULL entries are left out.
static cl_int
binaries(cl_program program, struct weft_info out)
{
    unsigned char **targets = out.value;
    size_t size = program->device_count * sizeof(*targets);

    if (targets && out.size < size)
        return weft_error(program->context, CL_INVALID_VALUE, "%zu bytes do not hold %u pointers", out.size,
                          program->device_count);
    for (cl_uint i = 0; targets && i < program->device_count; i++) {
        cl_build_status status;
        struct weft_program_build *build = weft_program_get_build(program, i, &status);

        if (build && build->binary && targets[i])
            memcpy(targets[i], build->binary, build->binary_size);
        weft_program_build_unref(build);
    }
    if (out.size_ret)
        *out.size_ret = size;
    return CL_SUCCESS;
}

static cl_int
kernel_names(const struct weft_program_info *info, struct weft_info out)
{
    size_t size = 1;
    char *names, *end;
    cl_int err;

    for (uint32_t i = 0; i < info->kernel_count; i++)
        size += strlen(info->kernels[i].name) + 1;
    end = names = malloc(size);
    if (!names)
        return CL_OUT_OF_HOST_MEMORY;
    for (uint32_t i = 0; i < info->kernel_count; i++) {
        size_t length = strlen(info->kernels[i].name);

        if (i)
            *end++ = ';';
        memcpy(end, info->kernels[i].name, length);
        end += length;
    }
    *end = '\0';
    err = weft_info_string(out, names);
    free(names);
    return err;
}

// The queries that need an executable.
static cl_int
executable_info(cl_program program, cl_program_info name, struct weft_info out)
{
    struct weft_executable *executable = weft_program_get_executable(program);
    cl_int err;

    // CL_INVALID_PROGRAM_EXECUTABLE "if [...] a successful program executable has not been built for at least one
    // device in the list of devices associated with program"
    if (!executable)
        return weft_error(program->context, CL_INVALID_PROGRAM_EXECUTABLE, "the program has no executable");
    if (name == CL_PROGRAM_NUM_KERNELS)
        err = weft_info_size(out, executable->info.kernel_count);
    else if (name == CL_PROGRAM_KERNEL_NAMES)
        err = kernel_names(&executable->info, out);
    else if (name == CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT)
        err = weft_info_uint(out, executable->info.has_begin ? CL_TRUE : CL_FALSE);
    else
        err = weft_info_uint(out, executable->info.has_end ? CL_TRUE : CL_FALSE);
    weft_executable_unref(executable);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size, void *param_value,
                 size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    // CL_INVALID_PROGRAM "if program is a not a valid program object"
    if (weft_validate_program(program) != CL_SUCCESS)
        return CL_INVALID_PROGRAM;
    switch (param_name) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return weft_info_uint(out, weft_object_api_count(program));
    case CL_PROGRAM_CONTEXT:
        return weft_info_pointer(out, program->context);
    case CL_PROGRAM_NUM_DEVICES:
        return weft_info_uint(out, program->device_count);
    case CL_PROGRAM_DEVICES:
        return weft_info_bytes(out, program->devices, program->device_count * sizeof(*program->devices));
    case CL_PROGRAM_SOURCE:
        return weft_info_string(out, program->source);
    case CL_PROGRAM_IL: // "the memory pointed to by param_value will be unchanged and param_value_size_ret [...] 0"
        return weft_info_bytes(out, NULL, 0);
    case CL_PROGRAM_BINARY_SIZES:
        return binary_sizes(program, out);
    case CL_PROGRAM_BINARIES:
        return binaries(program, out);
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES:
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
        return executable_info(program, param_name, out);
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(program->context, CL_INVALID_VALUE, "0x%x is not a query of programs", param_name);
    }
}

static cl_int
build_info(cl_program program, const struct weft_program_build *build, cl_build_status status,
           cl_program_build_info name, struct weft_info out)
{
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
        return weft_info_bytes(out, &status, sizeof(status));
    case CL_PROGRAM_BUILD_OPTIONS:
        return weft_info_string(out, build ? build->options : "");
    case CL_PROGRAM_BUILD_LOG:
        return weft_info_string(out, build ? build->log : "");
    case CL_PROGRAM_BINARY_TYPE:
        return weft_info_uint(out, build ? build->type : CL_PROGRAM_BINARY_TYPE_NONE);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
        return weft_info_size(out, build && build->executable ? build->executable->info.program_scope_bytes : 0);
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(program->context, CL_INVALID_VALUE, "0x%x is not a query of builds", name);
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name,
                      size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    // CL_INVALID_PROGRAM "if program is a not a valid program object"
    if (weft_validate_program(program) != CL_SUCCESS)
        return CL_INVALID_PROGRAM;
    for (cl_uint i = 0; i < program->device_count; i++)
        if (program->devices[i] == device) {
            cl_build_status status;
            struct weft_program_build *build = weft_program_get_build(program, i, &status);
            cl_int err = build_info(program, build, status, param_name, out);

            weft_program_build_unref(build);
            return err;
        }
    // CL_INVALID_DEVICE "if device is not in the list of devices associated with program"
    return weft_error(program->context, CL_INVALID_DEVICE, "device is not one of the program's");
}
