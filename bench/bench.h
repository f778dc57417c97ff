// SPDX-License-Identifier: Apache-2.0
// A device of the first platform the loader finds, and a clock.
#ifndef WEFT_BENCH_H
#define WEFT_BENCH_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct bench {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
};

static inline void
bench_check(cl_int err, const char *what)
{
    if (err == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: error %d\n", what, err);
    exit(1);
}

static inline struct bench
bench_begin(void)
{
    struct bench self;
    cl_platform_id platform;
    cl_int err;

    bench_check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    bench_check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &self.device, NULL), "clGetDeviceIDs");
    self.context = clCreateContext(NULL, 1, &self.device, NULL, NULL, &err);
    bench_check(err, "clCreateContext");
    self.queue = clCreateCommandQueue(self.context, self.device, 0, &err);
    bench_check(err, "clCreateCommandQueue");
    return self;
}

static inline void
bench_end(struct bench *self)
{
    clReleaseCommandQueue(self->queue);
    clReleaseContext(self->context);
}

static inline cl_kernel
bench_kernel(struct bench *self, const char *source, const char *name)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(self->context, 1, &source, NULL, &err);
    cl_kernel kernel;

    bench_check(err, "clCreateProgramWithSource");
    bench_check(clBuildProgram(program, 1, &self->device, "", NULL, NULL), "clBuildProgram");
    kernel = clCreateKernel(program, name, &err);
    bench_check(err, "clCreateKernel");
    clReleaseProgram(program);
    return kernel;
}

static inline double
bench_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Room for `count` times, which bench_median frees.
static inline double *
bench_times(int count)
{
    double *times = malloc((size_t)count * sizeof *times);

    if (!times)
        exit(1);
    return times;
}

static inline int
bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static inline double
bench_median(double *times, int count)
{
    double median;

    qsort(times, (size_t)count, sizeof *times, bench_compare);
    median = times[count / 2];
    free(times);
    return median;
}

#endif
