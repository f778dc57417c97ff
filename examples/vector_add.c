// SPDX-License-Identifier: Apache-2.0
// c = a + b over a million floats, checked on the host.
#include <stdio.h>
#include <stdlib.h>

#include "examples/example.h"

static const char source[] = "kernel void vector_add(global const float *a, global const float *b, global float *c)\n"
                             "{\n"
                             "    size_t i = get_global_id(0);\n"
                             "    c[i] = a[i] + b[i];\n"
                             "}\n";

int
main(void)
{
    const size_t count = 1 << 20, bytes = count * sizeof(float);
    struct example run = example_begin(source, "vector_add");
    float *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
    size_t wrong = 0;
    cl_mem da, db, dc;
    cl_int err;

    if (!a || !b || !c)
        return 1;
    for (size_t i = 0; i < count; i++) {
        a[i] = (float)i;
        b[i] = 0.5f * (float)i;
    }
    da = clCreateBuffer(run.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, a, &err);
    example_check(err, "clCreateBuffer");
    db = clCreateBuffer(run.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, b, &err);
    example_check(err, "clCreateBuffer");
    dc = clCreateBuffer(run.context, CL_MEM_WRITE_ONLY, bytes, NULL, &err);
    example_check(err, "clCreateBuffer");

    example_check(clSetKernelArg(run.kernel, 0, sizeof da, &da), "clSetKernelArg");
    example_check(clSetKernelArg(run.kernel, 1, sizeof db, &db), "clSetKernelArg");
    example_check(clSetKernelArg(run.kernel, 2, sizeof dc, &dc), "clSetKernelArg");
    example_check(clEnqueueNDRangeKernel(run.queue, run.kernel, 1, NULL, &count, NULL, 0, NULL, NULL),
                  "clEnqueueNDRangeKernel");
    example_check(clEnqueueReadBuffer(run.queue, dc, CL_TRUE, 0, bytes, c, 0, NULL, NULL), "clEnqueueReadBuffer");

    for (size_t i = 0; i < count; i++)
        wrong += c[i] != a[i] + b[i];
    printf("result:   %zu sums, %zu wrong, last %.1f\n", count, wrong, (double)c[count - 1]);

    clReleaseMemObject(da);
    clReleaseMemObject(db);
    clReleaseMemObject(dc);
    free(a);
    free(b);
    free(c);
    example_end(&run);
    return wrong != 0;
}
