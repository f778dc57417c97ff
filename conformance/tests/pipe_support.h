// SPDX-License-Identifier: Apache-2.0
// What the tests of pipes share: the objects, and launches that are checked.
#ifndef WEFT_CONFORMANCE_PIPE_SUPPORT_H
#define WEFT_CONFORMANCE_PIPE_SUPPORT_H

#include "conformance/tests/support.h"

static inline cl_mem
make_pipe(cl_uint packet_bytes, cl_uint packets)
{
    cl_int err;
    cl_mem pipe = clCreatePipe(test_context, 0, packet_bytes, packets, NULL, &err);

    CHECK(err);
    return pipe;
}

static inline cl_mem
make_buffer(size_t bytes, void *data)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(test_context, data ? CL_MEM_COPY_HOST_PTR : 0, bytes, data, &err);

    CHECK(err);
    return buffer;
}

static inline cl_kernel
make_kernel(cl_program program, const char *name, cl_mem first, cl_mem second)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);

    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof first, &first));
    if (second)
        CHECK(clSetKernelArg(kernel, 1, sizeof second, &second));
    return kernel;
}

static inline void
launch(cl_kernel kernel, size_t global, size_t local)
{
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

static inline void
fetch(cl_mem buffer, void *data, size_t bytes)
{
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
}

// One launch of kernel `name` (pipe, out) of `program`; `out` is read back.
static inline void
run_once(cl_program program, const char *name, cl_mem pipe, size_t global, size_t local, void *out, size_t bytes)
{
    cl_mem buffer = make_buffer(bytes, out);
    cl_kernel kernel = make_kernel(program, name, pipe, buffer);

    launch(kernel, global, local);
    fetch(buffer, out, bytes);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(buffer));
}

#endif
