// SPDX-License-Identifier: Apache-2.0
// Set-up and tear-down that the examples share.
#include "examples/example.h"

#include <stdio.h>
#include <stdlib.h>

void
example_check(cl_int err, const char *what)
{
    if (err == CL_SUCCESS)
        return;
    fprintf(stderr, "%s failed with error %d\n", what, err);
    exit(1);
}

static void
print_build_log(cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *log;

    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    log = malloc(size + 1);
    if (!log)
        return;
    log[0] = '\0';
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    fprintf(stderr, "%s\n", log);
    free(log);
}

static void
print_device(cl_device_id device)
{
    cl_platform_id platform;
    char name[256] = "", version[256] = "";
    cl_uint units = 0;

    example_check(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL), "clGetDeviceInfo");
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    printf("platform: %s\ndevice:   %s, %u compute units\n", version, name, units);
}

struct example
example_open(const char *source)
{
    struct example self = {0};
    cl_platform_id platform;
    cl_int err;

    example_check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    example_check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &self.device, NULL), "clGetDeviceIDs");
    self.context = clCreateContext(NULL, 1, &self.device, NULL, NULL, &err);
    example_check(err, "clCreateContext");
    self.queue = clCreateCommandQueueWithProperties(self.context, self.device, NULL, &err);
    example_check(err, "clCreateCommandQueueWithProperties");
    self.program = clCreateProgramWithSource(self.context, 1, &source, NULL, &err);
    example_check(err, "clCreateProgramWithSource");
    err = clBuildProgram(self.program, 1, &self.device, "", NULL, NULL);
    if (err != CL_SUCCESS)
        print_build_log(self.program, self.device);
    example_check(err, "clBuildProgram");
    return self;
}

struct example
example_begin(const char *source, const char *kernel_name)
{
    struct example self = example_open(source);
    cl_int err;

    print_device(self.device);
    self.kernel = clCreateKernel(self.program, kernel_name, &err);
    example_check(err, "clCreateKernel");
    return self;
}

void
example_end(struct example *self)
{
    if (self->kernel)
        clReleaseKernel(self->kernel);
    clReleaseProgram(self->program);
    clReleaseCommandQueue(self->queue);
    clReleaseContext(self->context);
}
