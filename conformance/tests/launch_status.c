// SPDX-License-Identifier: Apache-2.0
// How a launch ended, and what its context was told.
#include "conformance/tests/launch_status.h"

#include <stdio.h>

char test_told[2000];

static void CL_CALLBACK
hear(const char *sentence, const void *info, size_t size, void *user)
{
    (void)info, (void)size, (void)user;
    snprintf(test_told, sizeof test_told, "%s", sentence);
}

cl_int
test_launch_status(const char *source, cl_int argument, size_t items, size_t local)
{
    cl_int err, status;
    cl_context context = clCreateContext(NULL, 1, &test_device, hear, NULL, &err);
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem buffer;
    cl_event event;

    CHECK(err);
    test_told[0] = '\0';
    queue = clCreateCommandQueueWithProperties(context, test_device, NULL, &err);
    CHECK(err);
    program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
    CHECK(err);
    CHECK(clBuildProgram(program, 1, &test_device, "-cl-std=CL3.0", NULL, NULL));
    kernel = clCreateKernel(program, "k", &err);
    CHECK(err);
    buffer = clCreateBuffer(context, 0, items * sizeof(cl_int), NULL, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    CHECK(clSetKernelArg(kernel, 1, sizeof argument, &argument));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local, 0, NULL, &event));
    clWaitForEvents(1, &event);
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    CHECK(clReleaseEvent(event));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    CHECK(clReleaseCommandQueue(queue));
    CHECK(clReleaseContext(context));
    return status;
}
