// SPDX-License-Identifier: Apache-2.0
// Costs of cl_intel_unified_shared_memory: prints a line "name microseconds" for each measurement, the median of many:
// allocating and freeing each kind in three sizes, and a launch beside 1, 1,000 and 100,000 live allocations. Prints
// nothing where the platform does not have the extension.
#define CL_TARGET_OPENCL_VERSION 200
#include <string.h>

#include "bench/bench.h"

#include <CL/cl_ext.h>

// All three kinds of allocation as one type; the host's has no device.
enum kind { HOST, DEVICE, SHARED, KINDS };

static const char *const kinds[KINDS] = {"host", "device", "shared"};

struct usm {
    clHostMemAllocINTEL_fn host;
    clDeviceMemAllocINTEL_fn device;
    clSharedMemAllocINTEL_fn shared;
    clMemFreeINTEL_fn free;
    clSetKernelArgMemPointerINTEL_fn set_argument;
};

static void *
find(cl_platform_id platform, const char *name)
{
    void *function = clGetExtensionFunctionAddressForPlatform(platform, name);

    if (!function) {
        fprintf(stderr, "%s: not found\n", name);
        exit(1);
    }
    return function;
}

static int
has_usm(cl_device_id device)
{
    char extensions[16384];

    bench_check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL), "clGetDeviceInfo");
    return strstr(extensions, "cl_intel_unified_shared_memory") != NULL;
}

static void *
allocate(const struct bench *bench, const struct usm *usm, enum kind kind, size_t size)
{
    cl_int err;
    void *memory = kind == HOST     ? usm->host(bench->context, NULL, size, 0, &err)
                   : kind == DEVICE ? usm->device(bench->context, bench->device, NULL, size, 0, &err)
                                    : usm->shared(bench->context, bench->device, NULL, size, 0, &err);

    bench_check(err, "allocation");
    return memory;
}

// Allocates and frees by turns, so `rounds` times; in microseconds.
static double
allocate_and_free(const struct bench *bench, const struct usm *usm, enum kind kind, size_t size, int rounds)
{
    double *times = bench_times(rounds);

    for (int r = -2; r < rounds; r++) {
        double start = bench_seconds();
        void *memory = allocate(bench, usm, kind, size);

        bench_check(usm->free(bench->context, memory), "clMemFreeINTEL");
        if (r >= 0)
            times[r] = 1e6 * (bench_seconds() - start);
    }
    return bench_median(times, rounds);
}

// A launch of one work-item and its end, with `count` allocations alive that the kernel may use; in microseconds.
static double
launch_beside(const struct bench *bench, const struct usm *usm, cl_kernel kernel, int count)
{
    void **memory = malloc((size_t)count * sizeof *memory);
    double *times = bench_times(5001);
    size_t one = 1;

    if (!memory)
        exit(1);
    for (int i = 0; i < count; i++)
        memory[i] = allocate(bench, usm, (enum kind)(i % KINDS), 64);
    bench_check(usm->set_argument(kernel, 0, memory[count / 2]), "clSetKernelArgMemPointerINTEL");
    for (int r = -2; r < 5001; r++) {
        double start = bench_seconds();

        bench_check(clEnqueueNDRangeKernel(bench->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
                    "clEnqueueNDRangeKernel");
        bench_check(clFinish(bench->queue), "clFinish");
        if (r >= 0)
            times[r] = 1e6 * (bench_seconds() - start);
    }
    for (int i = 0; i < count; i++)
        bench_check(usm->free(bench->context, memory[i]), "clMemFreeINTEL");
    free(memory);
    return bench_median(times, 5001);
}

int
main(void)
{
    static const struct {
        const char *name;
        size_t bytes;
        int rounds;
    } sizes[] = {{"4K", (size_t)4 << 10, 5001}, {"1M", (size_t)1 << 20, 2001}, {"1G", (size_t)1 << 30, 201}};
    struct bench bench = bench_begin();

    if (has_usm(bench.device)) {
        cl_platform_id platform;
        struct usm usm;
        cl_kernel kernel = bench_kernel(&bench, "kernel void store(global int *out) { *out = 1; }\n", "store");
        cl_bool indirect = CL_TRUE;

        bench_check(clGetDeviceInfo(bench.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL),
                    "clGetDeviceInfo");
        usm.host = (clHostMemAllocINTEL_fn)find(platform, "clHostMemAllocINTEL");
        usm.device = (clDeviceMemAllocINTEL_fn)find(platform, "clDeviceMemAllocINTEL");
        usm.shared = (clSharedMemAllocINTEL_fn)find(platform, "clSharedMemAllocINTEL");
        usm.free = (clMemFreeINTEL_fn)find(platform, "clMemFreeINTEL");
        usm.set_argument = (clSetKernelArgMemPointerINTEL_fn)find(platform, "clSetKernelArgMemPointerINTEL");
        for (int k = 0; k < KINDS; k++)
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
                printf("usm_%s_%s %.3f\n", kinds[k], sizes[s].name,
                       allocate_and_free(&bench, &usm, (enum kind)k, sizes[s].bytes, sizes[s].rounds));
        bench_check(
            clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL, sizeof indirect, &indirect),
            "clSetKernelExecInfo");
        for (int count = 1; count <= 100000; count = count == 1 ? 1000 : 100 * count)
            printf("usm_launch_%d %.3f\n", count, launch_beside(&bench, &usm, kernel, count));
        clReleaseKernel(kernel);
    }
    bench_end(&bench);
    return 0;
}
