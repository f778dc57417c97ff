// SPDX-License-Identifier: Apache-2.0
// What the tests of API calls share: a context on Weft reached through the ICD loader, and checks of error codes.
#ifndef WEFT_TESTS_SUPPORT_H
#define WEFT_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/base/opencl.h"

struct fixture {
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue; // in-order, profiling
};

// Group setup and teardown: *state is a struct fixture *.
int fixture_setup(void **state);
int fixture_teardown(void **state);

// Weft's platform among those the loader knows; fails the test if there is none.
cl_platform_id weft_test_platform(void);

// A second context on the same device.
cl_context other_context(const struct fixture *f);
// A program built from one string; fails the test with the log if it does not build.
cl_program build_program(const struct fixture *f, const char *source, const char *options);
// A kernel of a program that is released with it.
cl_kernel build_kernel(const struct fixture *f, const char *source, const char *name);
// A CL_MEM_READ_WRITE buffer of `size` bytes.
cl_mem make_buffer(const struct fixture *f, size_t size);
// An image of CL_RGBA, CL_UNSIGNED_INT8.
cl_mem make_image(const struct fixture *f, cl_mem_flags flags, const cl_image_desc *desc, void *host_ptr);
// Looks like a handle but is none: readable memory with no object in it.
void *foreign_handle(void);

#define assert_success(call) assert_int_equal((call), CL_SUCCESS)
#define assert_error(call, code) assert_int_equal((call), (code))
#define RUN_TESTS(name) cmocka_run_group_tests_name((name), tests, fixture_setup, fixture_teardown)

#endif
