// SPDX-License-Identifier: Apache-2.0
// Finds Weft, makes contexts, builds programs.
#include "runtime/tests/support.h"

#include <stdio.h>

cl_platform_id
weft_test_platform(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;

    assert_success(clGetPlatformIDs(16, platforms, &count));
    for (cl_uint i = 0; i < count && i < 16; i++) {
        char name[64] = "";

        assert_success(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL));
        if (strcmp(name, "Weft") == 0)
            return platforms[i];
    }
    fail_msg("the loader knows %u platforms, none is Weft", count);
    return NULL;
}

int
fixture_setup(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    cl_int err;

    if (!f)
        return -1;
    f->platform = weft_test_platform();
    assert_success(clGetDeviceIDs(f->platform, CL_DEVICE_TYPE_ALL, 1, &f->device, NULL));
    f->context = clCreateContext(NULL, 1, &f->device, NULL, NULL, &err);
    assert_success(err);
    f->queue = clCreateCommandQueue(f->context, f->device, CL_QUEUE_PROFILING_ENABLE, &err);
    assert_success(err);
    *state = f;
    return 0;
}

int
fixture_teardown(void **state)
{
    struct fixture *f = *state;

    assert_success(clReleaseCommandQueue(f->queue));
    assert_success(clReleaseContext(f->context));
    free(f);
    return 0;
}

cl_context
other_context(const struct fixture *f)
{
    cl_int err;
    cl_context context = clCreateContext(NULL, 1, &f->device, NULL, NULL, &err);

    assert_success(err);
    return context;
}

cl_program
build_program(const struct fixture *f, const char *source, const char *options)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(f->context, 1, &source, NULL, &err);

    assert_success(err);
    err = clBuildProgram(program, 1, &f->device, options, NULL, NULL);
    if (err != CL_SUCCESS) {
        static char log[16384];

        clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
        fail_msg("building gave %d: %s", err, log);
    }
    return program;
}

cl_kernel
build_kernel(const struct fixture *f, const char *source, const char *name)
{
    cl_program program = build_program(f, source, "");
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);

    assert_success(err);
    assert_success(clReleaseProgram(program));
    return kernel;
}

cl_mem
make_buffer(const struct fixture *f, size_t size)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(f->context, CL_MEM_READ_WRITE, size, NULL, &err);

    assert_success(err);
    assert_non_null(buffer);
    return buffer;
}

cl_mem
make_image(const struct fixture *f, cl_mem_flags flags, const cl_image_desc *desc, void *host_ptr)
{
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    cl_int err;
    cl_mem image = clCreateImage(f->context, flags, &format, desc, host_ptr, &err);

    assert_success(err);
    assert_non_null(image);
    return image;
}

void *
foreign_handle(void)
{
    // The loader follows the first word of a handle to its dispatch table, so Weft's must stand there for the call to
    // arrive at all; nothing else of it is an object of Weft's.
    static void *fake[64];
    void *platform = weft_test_platform();

    memcpy(fake, platform, 2 * sizeof(fake[0])); // a loader of cl_khr_icd 2.0 follows the second word
    return fake;
}
