// SPDX-License-Identifier: Apache-2.0
// Create, build and first run: `build small` a vector add, `build large` a kernel of 200 lines.
#include <string.h>

#include "bench/bench.h"

static const char small_source[] = "kernel void k(global const float *a, global const float *b, global float *c)\n"
                                   "{ size_t i = get_global_id(0); c[i] = a[i] + b[i]; }\n";

// 200 lines of the sort real programs have: helper functions, mathematics, local memory, loops, vectors.
static char *
large_source(void)
{
    char *source = malloc(64 * 1024), *at = source;

    if (!source)
        exit(1);
    for (int i = 0; i < 16; i++)
        at += sprintf(at,
                      "float4 stage%d(float4 v, float a, int n)\n"
                      "{\n"
                      "    float4 r = v;\n"
                      "    for (int i = 0; i < n; i++) {\n"
                      "        r = mad(r, (float4)(a), v.wzyx);\n"
                      "        if (r.x > %d.0f)\n"
                      "            r -= exp(r * 0.%d1f);\n"
                      "        r = select(r, sqrt(fabs(r)), isgreater(r, (float4)(%d.5f)));\n"
                      "    }\n"
                      "    return r;\n"
                      "}\n",
                      i, i + 3, i % 9 + 1, i);
    at += sprintf(at, "kernel void k(global const float *a, global const float *b, global float *c)\n{\n"
                      "    local float4 tile[64];\n"
                      "    size_t i = get_global_id(0), l = get_local_id(0);\n"
                      "    float4 v = (float4)(a[i], b[i], a[i] * b[i], 1.0f);\n");
    for (int i = 0; i < 16; i++)
        at += sprintf(at, "    v = stage%d(v, b[i], (int)(a[i]) & 3);\n", i);
    sprintf(at, "    tile[l] = v;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    v += tile[63 - l];\n"
                "    c[i] = v.x + v.y + v.z + v.w;\n}\n");
    return source;
}

int
main(int argc, char **argv)
{
    static float values[1024];
    const size_t items = 1024, local = 64;
    char *large = argc > 1 && strcmp(argv[1], "large") == 0 ? large_source() : NULL;
    struct bench self = bench_begin();
    cl_kernel kernel = bench_kernel(&self, large ? large : small_source, "k");
    cl_mem buffer = clCreateBuffer(self.context, CL_MEM_COPY_HOST_PTR, sizeof values, values, NULL);

    for (cl_uint i = 0; i < 3; i++)
        bench_check(clSetKernelArg(kernel, i, sizeof buffer, &buffer), "clSetKernelArg");
    bench_check(clEnqueueNDRangeKernel(self.queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
                "clEnqueueNDRangeKernel");
    bench_check(clEnqueueReadBuffer(self.queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL),
                "clEnqueueReadBuffer");
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    bench_end(&self);
    free(large);
    return 0;
}
