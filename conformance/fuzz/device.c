// SPDX-License-Identifier: Apache-2.0
// Building and running the fuzzer's kernels on the first OpenCL device.
#include "conformance/fuzz/device.h"

#include "conformance/fuzz/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_bool non_uniform_groups;

// CPU, or CPU/SWITCH+SWITCH: what it is, and which optimizations are off.
static void
set_machine(const char *text)
{
    char cpu[MAX_CPU_TEXT];
    char *without;

    snprintf(cpu, sizeof cpu, "%s", text);
    without = strchr(cpu, '/');
    if (without)
        *without++ = '\0';
    setenv("WEFT_CPU", cpu, 1);
    for (char *plus = without; plus && (plus = strchr(plus, '+'));)
        *plus = ',';
    setenv("WEFT_WITHOUT", without ? without : "", 1);
}

bool
fuzz_device_open(const char *cpu)
{
    cl_platform_id platform;
    cl_int err;

    setenv("WEFT_CACHE", "0", 1);
    if (cpu)
        set_machine(cpu);
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
        return false;
    clGetDeviceInfo(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof non_uniform_groups, &non_uniform_groups,
                    NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    if (err)
        return false;
    queue = clCreateCommandQueueWithProperties(context, device, NULL, &err);
    return err == CL_SUCCESS;
}

static int width;

void
fuzz_set_width(int new_width)
{
    char text[16];

    width = new_width;
    snprintf(text, sizeof text, "%d", width == REFERENCE ? 1 : width);
    if (width)
        setenv("WEFT_WIDTH", text, 1);
    else
        unsetenv("WEFT_WIDTH");
}

bool
fuzz_has_halves(void)
{
    char extensions[8192] = "";

    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL);
    return strstr(extensions, "cl_khr_fp16") != NULL;
}

const char *
fuzz_build_options(uint64_t seed)
{
    static char text[128];
    const int version = fuzz_version(seed), turn = (int)(seed / BATCH % 20);

    snprintf(text, sizeof text, "-cl-std=CL%d.%d -cl-fp32-correctly-rounded-divide-sqrt%s", version / 10, version % 10,
             width == REFERENCE || turn == 7 ? " -cl-opt-disable"
             : turn == 13                    ? " -g"
                                             : "");
    return text;
}

// Of WEFT_CHECK. Values that are looked at are not optimized like others, so only every fifth program has that.
static const char *
checks(uint64_t seed)
{
    return seed / BATCH % 5 ? "order" : "order,values";
}

cl_program
fuzz_build(const struct text *source, uint64_t seed, char **log)
{
    const char *string = source->data;
    cl_int err;
    cl_program program = clCreateProgramWithSource(context, 1, &string, NULL, &err);
    size_t size = 0;

    setenv("WEFT_CHECK", checks(seed), 1);
    *log = NULL;
    if (err == CL_SUCCESS && clBuildProgram(program, 1, &device, fuzz_build_options(seed), NULL, NULL) == CL_SUCCESS)
        return program;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    *log = fuzz_allocate(size);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, *log, NULL);
    if (program)
        clReleaseProgram(program);
    return NULL;
}

static cl_int
set_arguments(const struct kernel *k, cl_kernel kernel, struct memory *memory, cl_mem *buffers)
{
    struct used used;
    cl_uint index = 0;
    cl_int err = CL_SUCCESS;
    uint8_t *arguments = fuzz_allocate((size_t)k->frame_bytes);

    fuzz_arguments(k, arguments);
    fuzz_find_used(k, &used);
    for (int i = 1; i < k->vars && err == CL_SUCCESS; i++) {
        const struct var *var = &k->var[i];
        size_t bytes = (size_t)fuzz_type_bytes(k, var->type);

        if (!used.var[i] || !fuzz_is_parameter(var))
            continue;
        if (var->storage == ARGUMENT) {
            err = clSetKernelArg(kernel, index++, bytes, arguments + var->offset);
        } else if (var->storage == LOCAL_MEMORY) {
            err = clSetKernelArg(kernel, index++, bytes * (size_t)var->count, NULL);
        } else {
            buffers[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, memory->bytes[i], memory->buffer[i], &err);
            if (err == CL_SUCCESS)
                err = clSetKernelArg(kernel, index++, sizeof buffers[i], &buffers[i]);
        }
    }
    free(arguments);
    return err;
}

bool
fuzz_can_run(const struct kernel *k)
{
    for (int d = 0; d < k->range.dimensions; d++)
        if (!non_uniform_groups && !k->range.local_null && k->range.global[d] % k->range.local[d])
            return false;
    return true;
}

bool
fuzz_run(const struct kernel *k, cl_program program, struct memory *memory, char *text, size_t size)
{
    const struct geometry *range = &k->range;
    cl_mem buffers[MAX_VARS] = {0};
    const char *what = "clCreateKernel";
    char name[32];
    cl_int err;
    cl_kernel kernel;

    snprintf(name, sizeof name, "k%" PRIu64, k->seed);
    kernel = clCreateKernel(program, name, &err);
    if (err == CL_SUCCESS) {
        what = "clSetKernelArg";
        err = set_arguments(k, kernel, memory, buffers);
    }
    if (err == CL_SUCCESS) {
        what = "clEnqueueNDRangeKernel";
        err = clEnqueueNDRangeKernel(queue, kernel, (cl_uint)range->dimensions, range->offset, range->global,
                                     range->local_null ? NULL : range->local, 0, NULL, NULL);
    }
    if (err == CL_SUCCESS) {
        what = "clFinish";
        err = clFinish(queue);
    }
    for (int i = 1; i < k->vars; i++) {
        if (!buffers[i])
            continue;
        if (err == CL_SUCCESS) {
            what = "clEnqueueReadBuffer";
            err =
                clEnqueueReadBuffer(queue, buffers[i], CL_TRUE, 0, memory->bytes[i], memory->buffer[i], 0, NULL, NULL);
        }
        clReleaseMemObject(buffers[i]);
    }
    if (kernel)
        clReleaseKernel(kernel);
    if (err != CL_SUCCESS)
        snprintf(text, size, "%s gives %d", what, err);
    return err == CL_SUCCESS;
}
