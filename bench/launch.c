// SPDX-License-Identifier: Apache-2.0
// Costs of launching: prints a line "name microseconds" for each measurement, the median of many.
#include "bench/bench.h"

#define MILLION ((size_t)1 << 20)

static const char source[] = "kernel void empty(global int *out) {}\n"
                             "kernel void store(global int *out) { out[get_global_id(0)] = 1; }\n"
                             "kernel void local_barrier(global int *out)\n"
                             "{\n"
                             "    local int tile[64];\n"
                             "    size_t l = get_local_id(0);\n"
                             "    tile[l] = (int)l;\n"
                             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    out[get_global_id(0)] = tile[63 - l];\n"
                             "}\n"
                             "kernel void rounds(global int *out)\n"
                             "{\n"
                             "    local int tile[256];\n"
                             "    int l = get_local_id(0), v = l;\n"
                             "    for (int i = 0; i < 1000; i++) {\n"
                             "        tile[l] = v;\n"
                             "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "        v += tile[(l + i) & 255];\n"
                             "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    }\n"
                             "    out[get_global_id(0)] = v;\n"
                             "}\n";

// Median over `rounds` of: `count` launches of `items` work-items, then one clFinish; in microseconds.
static double
measure(struct bench *self, cl_kernel kernel, size_t items, size_t local, int count, int rounds)
{
    double *times = bench_times(rounds);

    for (int r = -2; r < rounds; r++) {
        double start = bench_seconds();

        for (int i = 0; i < count; i++)
            bench_check(clEnqueueNDRangeKernel(self->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
                        "clEnqueueNDRangeKernel");
        bench_check(clFinish(self->queue), "clFinish");
        if (r >= 0)
            times[r] = 1e6 * (bench_seconds() - start);
    }
    return bench_median(times, rounds);
}

int
main(void)
{
    struct bench self = bench_begin();
    cl_kernel empty = bench_kernel(&self, source, "empty"), store = bench_kernel(&self, source, "store"),
              barrier = bench_kernel(&self, source, "local_barrier"), rounds = bench_kernel(&self, source, "rounds");
    cl_mem buffer = clCreateBuffer(self.context, CL_MEM_READ_WRITE, MILLION * sizeof(cl_int), NULL, NULL);

    bench_check(clSetKernelArg(empty, 0, sizeof buffer, &buffer), "clSetKernelArg");
    bench_check(clSetKernelArg(store, 0, sizeof buffer, &buffer), "clSetKernelArg");
    bench_check(clSetKernelArg(barrier, 0, sizeof buffer, &buffer), "clSetKernelArg");
    bench_check(clSetKernelArg(rounds, 0, sizeof buffer, &buffer), "clSetKernelArg");

    printf("enqueue_finish %.3f\n", measure(&self, empty, 1, 1, 1, 5001));
    printf("enqueue_10000 %.3f\n", measure(&self, empty, 1, 1, 10000, 15) / 10000);
    printf("million_empty %.3f\n", measure(&self, empty, MILLION, 64, 1, 301));
    printf("million_store %.3f\n", measure(&self, store, MILLION, 64, 1, 301));
    printf("million_barrier %.3f\n", measure(&self, barrier, MILLION, 64, 1, 301));
    printf("thousand_rounds %.3f\n", measure(&self, rounds, (size_t)64 << 8, 256, 1, 31));

    clReleaseMemObject(buffer);
    clReleaseKernel(empty);
    clReleaseKernel(store);
    clReleaseKernel(barrier);
    clReleaseKernel(rounds);
    bench_end(&self);
    return 0;
}
