// SPDX-License-Identifier: Apache-2.0
// Making, building and releasing programs.
#include <stdlib.h>
#include <string.h>

#include "runtime/api/validate.h"
#include "runtime/build/compiler_client.h"
#include "runtime/core/context.h"
#include "runtime/core/error.h"
#include "runtime/core/platform.h"
#include "runtime/program/public.h"

// The strings one after the other, without the NULs that some lengths include. NULL if memory is exhausted.
static char *
join_strings(cl_uint count, const char **strings, const size_t *lengths)
{
    size_t size = 1;
    char *joined, *end;

    for (cl_uint i = 0; i < count; i++)
        size += lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
    end = joined = malloc(size);
    if (!joined)
        return NULL;
    for (cl_uint i = 0; i < count; i++) {
        size_t length = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);

        if (!memchr(strings[i], '\0', length)) {
            memcpy(end, strings[i], length);
            end += length;
            continue;
        }
        for (size_t j = 0; j < length; j++)
            if (strings[i][j] != '\0')
                *end++ = strings[i][j];
    }
    *end = '\0';
    return joined;
}

CL_API_ENTRY cl_program CL_API_CALL
clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings, const size_t *lengths,
                          cl_int *errcode_ret)
{
    cl_program program = NULL;
    char *source;
    // CL_INVALID_CONTEXT "if context is not a valid context"
    cl_int err = weft_validate_context(context);

    // CL_INVALID_VALUE "if count is zero or if strings or any entry in strings is NULL"
    if (err == CL_SUCCESS && (count == 0 || !strings))
        err = weft_error(context, CL_INVALID_VALUE, "no strings are given");
    for (cl_uint i = 0; err == CL_SUCCESS && i < count; i++)
        if (!strings[i])
            err = weft_error(context, CL_INVALID_VALUE, "strings[%u] is NULL", i);
    if (err == CL_SUCCESS) {
        source = join_strings(count, strings, lengths);
        err = source ? weft_program_create_source(context, source, &program) : CL_OUT_OF_HOST_MEMORY;
    }
    weft_set_errcode(errcode_ret, err);
    return program;
}

// CL_INVALID_DEVICE "if any device in device_list is not in the list of devices associated with context"
static cl_int
validate_context_devices(cl_context context, cl_uint count, const cl_device_id *devices)
{
    for (cl_uint i = 0; i < count; i++)
        if (!WEFT_IS(devices[i], DEVICE) || !weft_context_has_device(context, devices[i]))
            return weft_error(context, CL_INVALID_DEVICE, "device_list[%u] is not of the context", i);
    return CL_SUCCESS;
}

static cl_int
validate_binaries(cl_context context, cl_uint num_devices, const cl_device_id *device_list, const size_t *lengths,
                  const unsigned char **binaries, cl_int *binary_status)
{
    cl_int err;

    // CL_INVALID_CONTEXT "if context is not a valid context"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    // CL_INVALID_VALUE "if device_list is NULL or num_devices is zero"
    if (!device_list || num_devices == 0)
        return weft_error(context, CL_INVALID_VALUE, "no devices are given");
    err = validate_context_devices(context, num_devices, device_list);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if lengths or binaries is NULL or if any entry in lengths[i] is zero or binaries[i] is NULL"
    if (!lengths || !binaries)
        return weft_error(context, CL_INVALID_VALUE, "lengths or binaries is NULL");
    for (cl_uint i = 0; i < num_devices; i++) {
        bool missing = lengths[i] == 0 || !binaries[i];

        if (binary_status)
            binary_status[i] = missing ? CL_INVALID_VALUE : CL_SUCCESS;
        if (missing)
            err = weft_error(context, CL_INVALID_VALUE, "lengths[%u] is 0 or binaries[%u] is NULL", i, i);
    }
    return err;
}

CL_API_ENTRY cl_program CL_API_CALL
clCreateProgramWithBinary(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                          const size_t *lengths, const unsigned char **binaries, cl_int *binary_status,
                          cl_int *errcode_ret)
{
    struct weft_device_list list = {num_devices, device_list};
    cl_program program = NULL;
    cl_int err = validate_binaries(context, num_devices, device_list, lengths, binaries, binary_status);

    if (err == CL_SUCCESS)
        err = weft_program_create_binary(context, list, lengths, binaries, binary_status, &program);
    weft_set_errcode(errcode_ret, err);
    return program;
}

CL_API_ENTRY cl_program CL_API_CALL
clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                                  const char *kernel_names, cl_int *errcode_ret)
{
    // CL_INVALID_CONTEXT "if context is not a valid context"
    cl_int err = weft_validate_context(context);

    // CL_INVALID_VALUE "if device_list is NULL or num_devices is zero"
    if (err == CL_SUCCESS && (!device_list || num_devices == 0))
        err = weft_error(context, CL_INVALID_VALUE, "no devices are given");
    // "if kernel_names is NULL or kernel_names contains a kernel name that is not supported by any of the devices"
    if (err == CL_SUCCESS && !kernel_names)
        err = weft_error(context, CL_INVALID_VALUE, "kernel_names is NULL");
    if (err == CL_SUCCESS)
        err = validate_context_devices(context, num_devices, device_list);
    if (err == CL_SUCCESS)
        err = weft_error(context, CL_INVALID_VALUE, "there are no built-in kernels, so also not %s", kernel_names);
    weft_set_errcode(errcode_ret, err);
    return NULL;
}

CL_API_ENTRY cl_int CL_API_CALL
clRetainProgram(cl_program program)
{
    // CL_INVALID_PROGRAM "if program is not a valid program object"
    if (weft_validate_program(program) != CL_SUCCESS)
        return CL_INVALID_PROGRAM;
    weft_object_api_retain(program);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseProgram(cl_program program)
{
    // CL_INVALID_PROGRAM "if program is not a valid program object"
    if (weft_validate_program(program) != CL_SUCCESS)
        return CL_INVALID_PROGRAM;
    weft_object_api_release(program);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clSetProgramReleaseCallback(cl_program program, void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data)
{
    struct weft_executable *executable;
    bool has_none;

    // CL_INVALID_PROGRAM "if program is not a valid program object"
    if (weft_validate_program(program) != CL_SUCCESS)
        return CL_INVALID_PROGRAM;
    // CL_INVALID_VALUE "if pfn_notify is NULL"
    if (!pfn_notify)
        return weft_error(program->context, CL_INVALID_VALUE, "pfn_notify is NULL");
    // CL_INVALID_OPERATION "if no devices in the context associated with program support Program Initialization and
    // Clean-Up Kernels": they do in C++ for OpenCL, but nothing tells so, and the CTS takes it for granted that they do
    // not. So it is the error where the program is built and is seen to have none.
    executable = weft_program_get_executable(program);
    has_none = executable && !executable->info.has_end;
    weft_executable_unref(executable);
    if (has_none)
        return weft_error(program->context, CL_INVALID_OPERATION, "the program has no objects with destructors");
    return weft_destructors_add(&program->destructors, (weft_destructor_call)pfn_notify, user_data);
}

// What clBuildProgram, clCompileProgram and clLinkProgram share; `devices` are those of the program or of the context.
static cl_int
validate_build(cl_context context, struct weft_device_list devices, cl_uint num_devices,
               const cl_device_id *device_list, bool has_notify, const void *user_data)
{
    // CL_INVALID_VALUE "if device_list is NULL and num_devices is greater than zero, or if device_list is not NULL and
    // num_devices is zero"
    if ((device_list != NULL) != (num_devices != 0))
        return weft_error(context, CL_INVALID_VALUE, "device_list and num_devices, %u, disagree", num_devices);
    // "if pfn_notify is NULL but user_data is not NULL"
    if (!has_notify && user_data)
        return weft_error(context, CL_INVALID_VALUE, "user_data is given but pfn_notify is NULL");
    // CL_INVALID_DEVICE "if any device in device_list is not in the list of devices associated with program"
    for (cl_uint i = 0; i < num_devices; i++) {
        bool found = false;

        for (cl_uint j = 0; j < devices.count && !found; j++)
            found = devices.devices[j] == device_list[i];
        if (!found)
            return weft_error(context, CL_INVALID_DEVICE, "device_list[%u] is not one to build for", i);
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list, const char *options,
               void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data)
{
    struct weft_device_list all;
    cl_int err;

    // CL_INVALID_PROGRAM "if program is not a valid program object"
    if (weft_validate_program(program) != CL_SUCCESS)
        return CL_INVALID_PROGRAM;
    all = (struct weft_device_list){program->device_count, program->devices};
    err = validate_build(program->context, all, num_devices, device_list, pfn_notify != NULL, user_data);
    if (err != CL_SUCCESS)
        return err;
    return weft_program_build(program, device_list ? (struct weft_device_list){num_devices, device_list} : all,
                              options ? options : "", (struct weft_program_notify){pfn_notify, user_data});
}

static cl_int
validate_headers(cl_program program, cl_uint count, const cl_program *headers, const char **names)
{
    // CL_INVALID_VALUE "if num_input_headers is zero and header_include_names or input_headers are not NULL or if
    // num_input_headers is not zero and header_include_names or input_headers are NULL"
    if ((count != 0) != (headers != NULL) || (count != 0) != (names != NULL))
        return weft_error(program->context, CL_INVALID_VALUE,
                          "num_input_headers, %u, disagrees with the headers or their names", count);
    for (cl_uint i = 0; i < count; i++) {
        // "input_headers is an array of program embedded headers created with clCreateProgramWithSource"
        if (!WEFT_IS(headers[i], PROGRAM) || !headers[i]->source)
            return weft_error(program->context, CL_INVALID_PROGRAM, "input_headers[%u] is no program with source", i);
        // CL_INVALID_CONTEXT "if the context associated with program and programs in input_headers are not the same"
        if (headers[i]->context != program->context)
            return weft_error(program->context, CL_INVALID_CONTEXT, "input_headers[%u] is of another context", i);
        if (!names[i])
            return weft_error(program->context, CL_INVALID_VALUE, "header_include_names[%u] is NULL", i);
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list, const char *options,
                 cl_uint num_input_headers, const cl_program *input_headers, const char **header_include_names,
                 void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data)
{
    struct weft_device_list all;
    cl_int err;

    // CL_INVALID_PROGRAM "if program is not a valid program object"
    if (weft_validate_program(program) != CL_SUCCESS)
        return CL_INVALID_PROGRAM;
    err = validate_headers(program, num_input_headers, input_headers, header_include_names);
    all = (struct weft_device_list){program->device_count, program->devices};
    if (err == CL_SUCCESS)
        err = validate_build(program->context, all, num_devices, device_list, pfn_notify != NULL, user_data);
    if (err != CL_SUCCESS)
        return err;
    return weft_program_compile(program, device_list ? (struct weft_device_list){num_devices, device_list} : all,
                                options ? options : "", num_input_headers, input_headers, header_include_names,
                                (struct weft_program_notify){pfn_notify, user_data});
}

static cl_int
validate_inputs(cl_context context, cl_uint count, const cl_program *inputs)
{
    // CL_INVALID_VALUE "if num_input_programs is zero [...] or if num_input_programs is not zero and input_programs is
    // NULL"
    if (count == 0 || !inputs)
        return weft_error(context, CL_INVALID_VALUE, "no programs to link are given");
    for (cl_uint i = 0; i < count; i++) {
        // CL_INVALID_PROGRAM "if programs specified in input_programs are not valid program objects"
        if (!WEFT_IS(inputs[i], PROGRAM))
            return weft_error(context, CL_INVALID_PROGRAM, "input_programs[%u] is not a valid program object", i);
        // CL_INVALID_CONTEXT "if the context associated with programs in input_programs is not the same as context"
        if (inputs[i]->context != context)
            return weft_error(context, CL_INVALID_CONTEXT, "input_programs[%u] is of another context", i);
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_program CL_API_CALL
clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list, const char *options,
              cl_uint num_input_programs, const cl_program *input_programs,
              void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data, cl_int *errcode_ret)
{
    struct weft_device_list all = {0};
    cl_program program = NULL;
    // CL_INVALID_CONTEXT "if context is not a valid context"
    cl_int err = weft_validate_context(context);

    if (err == CL_SUCCESS) {
        all = (struct weft_device_list){context->device_count, context->devices};
        err = validate_inputs(context, num_input_programs, input_programs);
    }
    if (err == CL_SUCCESS)
        err = validate_build(context, all, num_devices, device_list, pfn_notify != NULL, user_data);
    if (err == CL_SUCCESS)
        err = weft_program_link(context, device_list ? (struct weft_device_list){num_devices, device_list} : all,
                                options ? options : "", num_input_programs, input_programs,
                                (struct weft_program_notify){pfn_notify, user_data}, &program);
    weft_set_errcode(errcode_ret, err);
    return program;
}

CL_API_ENTRY cl_int CL_API_CALL
clUnloadPlatformCompiler(cl_platform_id platform)
{
    // CL_INVALID_PLATFORM "if platform is not a valid platform"
    if (!WEFT_IS(platform, PLATFORM))
        return weft_error(NULL, CL_INVALID_PLATFORM, "platform is not a valid platform");
    weft_compiler_unload();
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clUnloadCompiler(void)
{
    weft_compiler_unload();
    return CL_SUCCESS;
}
