// SPDX-License-Identifier: Apache-2.0
// Sum of a million integers: a tree in local memory with barriers in a loop, then the groups' sums on the host.
#include <stdio.h>
#include <stdlib.h>

#include "examples/example.h"

static const char source[] = "kernel void sum(global const uint *in, global uint *out, local uint *scratch)\n"
                             "{\n"
                             "    size_t l = get_local_id(0);\n"
                             "    scratch[l] = in[get_global_id(0)];\n"
                             "    for (size_t half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {\n"
                             "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "        if (l < half_size)\n"
                             "            scratch[l] += scratch[l + half_size];\n"
                             "    }\n"
                             "    if (l == 0)\n"
                             "        out[get_group_id(0)] = scratch[0];\n"
                             "}\n";

int
main(void)
{
    const size_t count = 1 << 20, local = 256, groups = count / local;
    struct example run = example_begin(source, "sum");
    cl_uint *in = malloc(count * sizeof *in), *out = malloc(groups * sizeof *out);
    cl_uint expected = 0, total = 0;
    cl_mem din, dout;
    cl_int err;

    if (!in || !out)
        return 1;
    for (size_t i = 0; i < count; i++) {
        in[i] = (cl_uint)(i * 2654435761u) >> 16;
        expected += in[i];
    }
    din = clCreateBuffer(run.context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, count * sizeof *in, in, &err);
    example_check(err, "clCreateBuffer");
    dout = clCreateBuffer(run.context, CL_MEM_WRITE_ONLY, groups * sizeof *out, NULL, &err);
    example_check(err, "clCreateBuffer");

    example_check(clSetKernelArg(run.kernel, 0, sizeof din, &din), "clSetKernelArg");
    example_check(clSetKernelArg(run.kernel, 1, sizeof dout, &dout), "clSetKernelArg");
    example_check(clSetKernelArg(run.kernel, 2, local * sizeof(cl_uint), NULL), "clSetKernelArg");
    example_check(clEnqueueNDRangeKernel(run.queue, run.kernel, 1, NULL, &count, &local, 0, NULL, NULL),
                  "clEnqueueNDRangeKernel");
    example_check(clEnqueueReadBuffer(run.queue, dout, CL_TRUE, 0, groups * sizeof *out, out, 0, NULL, NULL),
                  "clEnqueueReadBuffer");

    for (size_t g = 0; g < groups; g++)
        total += out[g];
    printf("result:   sum %u, expected %u\n", total, expected);

    clReleaseMemObject(din);
    clReleaseMemObject(dout);
    free(in);
    free(out);
    example_end(&run);
    return total != expected;
}
