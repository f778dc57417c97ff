// SPDX-License-Identifier: Apache-2.0
// The end-to-end tests' device and kernel runner.
#include "conformance/tests/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ARGUMENTS 16

cl_platform_id test_platform;
cl_device_id test_device;
cl_context test_context;
cl_command_queue test_queue;

int
test_begin(void **state)
{
    char name[64] = "";

    (void)state;
    CHECK(clGetPlatformIDs(1, &test_platform, NULL));
    CHECK(clGetPlatformInfo(test_platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    assert_string_equal(name, "Weft");
    CHECK(clGetDeviceIDs(test_platform, CL_DEVICE_TYPE_CPU, 1, &test_device, NULL));
    test_context = clCreateContext(NULL, 1, &test_device, NULL, NULL, NULL);
    assert_non_null(test_context);
    test_queue = clCreateCommandQueueWithProperties(test_context, test_device, NULL, NULL);
    assert_non_null(test_queue);
    return 0;
}

int
test_end(void **state)
{
    (void)state;
    CHECK(clReleaseCommandQueue(test_queue));
    CHECK(clReleaseContext(test_context));
    return 0;
}

const char *const test_widths[] = {"", "1", "2", "4", "8", "16", "32", "64"};

bool
test_set_width(size_t index)
{
    if (index < sizeof test_widths / sizeof *test_widths)
        return setenv("WEFT_WIDTH", test_widths[index], 1) == 0;
    unsetenv("WEFT_WIDTH");
    return false;
}

// The options with the language that WEFT_TEST_STD names, where they ask for none or for OpenCL C 3.0.
static void
choose_language(const char *options, char *text, size_t size)
{
    static const char usual[] = "-cl-std=CL3.0";
    const char *wanted = getenv("WEFT_TEST_STD"), *found = strstr(options, usual);
    // What 2.0 calls it.
    const bool has_svm_scope = wanted && (strcmp(wanted, "CL2.0") == 0 || strcmp(wanted, "CLC++") == 0);
    const char *more = has_svm_scope ? " -Dmemory_scope_all_devices=memory_scope_all_svm_devices" : "";

    if (wanted && found)
        snprintf(text, size, "%.*s-cl-std=%s%s%s", (int)(found - options), options, wanted, found + strlen(usual),
                 more);
    else if (wanted && !strstr(options, "-cl-std="))
        snprintf(text, size, "-cl-std=%s %s%s", wanted, options, more);
    else
        snprintf(text, size, "%s", options);
}

static cl_int
build(const char *source, const char *options, cl_program *program, char *log, size_t log_size)
{
    char chosen[1024];
    cl_int err, status;

    choose_language(options, chosen, sizeof chosen);
    *program = clCreateProgramWithSource(test_context, 1, &source, NULL, &err);
    CHECK(err);
    status = clBuildProgram(*program, 1, &test_device, chosen, NULL, NULL);
    if (log) {
        size_t needed = 0;
        char *text;

        CHECK(clGetProgramBuildInfo(*program, test_device, CL_PROGRAM_BUILD_LOG, 0, NULL, &needed));
        text = calloc(1, needed + 1);
        assert_non_null(text);
        CHECK(clGetProgramBuildInfo(*program, test_device, CL_PROGRAM_BUILD_LOG, needed, text, NULL));
        snprintf(log, log_size, "%s", text);
        free(text);
    }
    return status;
}

cl_program
test_build(const char *source, const char *options)
{
    static char log[8192];
    cl_program program;
    cl_int status = build(source, options, &program, log, sizeof log);

    if (status != CL_SUCCESS)
        fail_msg("build failed with %d:\n%s", status, log);
    return program;
}

cl_int
test_try_build(const char *source, const char *options, char *log, size_t log_size)
{
    cl_program program;
    cl_int status = build(source, options, &program, log, log_size);

    CHECK(clReleaseProgram(program));
    return status;
}

void
test_run_array(const char *source, const char *options, const char *name, struct test_range range,
               const struct test_argument *arguments, size_t count)
{
    cl_program program = test_build(source, options);
    cl_mem buffers[MAX_ARGUMENTS] = {0};
    cl_kernel kernel;
    cl_int err;

    assert_true(count <= MAX_ARGUMENTS);
    kernel = clCreateKernel(program, name, &err);
    CHECK(err);
    for (cl_uint i = 0; i < count; i++) {
        const struct test_argument *argument = &arguments[i];

        switch (argument->kind) {
        case TEST_BUFFER:
            buffers[i] = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, argument->size, argument->data, &err);
            CHECK(err);
            CHECK(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
            break;
        case TEST_VALUE:
            CHECK(clSetKernelArg(kernel, i, argument->size, argument->data));
            break;
        case TEST_LOCAL:
            CHECK(clSetKernelArg(kernel, i, argument->size, NULL));
            break;
        case TEST_END:
            fail();
        }
    }
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, range.dimensions, range.offset, range.global,
                                 range.local[0] ? range.local : NULL, 0, NULL, NULL));
    for (size_t i = 0; i < count; i++) {
        if (!buffers[i])
            continue;
        CHECK(clEnqueueReadBuffer(test_queue, buffers[i], CL_TRUE, 0, arguments[i].size, arguments[i].data, 0, NULL,
                                  NULL));
        CHECK(clReleaseMemObject(buffers[i]));
    }
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}
