// SPDX-License-Identifier: Apache-2.0
// What the end-to-end tests share: a device, and running a kernel over host arrays in one call.
#ifndef WEFT_CONFORMANCE_SUPPORT_H
#define WEFT_CONFORMANCE_SUPPORT_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern cl_platform_id test_platform;
extern cl_device_id test_device;
extern cl_context test_context;
extern cl_command_queue test_queue;

// Group fixtures: the first platform (must be Weft), its device, a context and a queue.
int test_begin(void **state);
int test_end(void **state);

#define CHECK(call) assert_int_equal((call), CL_SUCCESS)

// For loops over what WEFT_WIDTH may be: `for (size_t w = 0; test_set_width(w); w++)` has it set to test_widths[w], the
// empty one first, and not at all afterwards.
extern const char *const test_widths[];
bool test_set_width(size_t index);

// A built program; fails the test with the build log otherwise. WEFT_TEST_STD names the language of programs whose
// options say none, or OpenCL C 3.0.
cl_program test_build(const char *source, const char *options);
// The status of a build, its log in `log` (may be NULL). The program is released.
cl_int test_try_build(const char *source, const char *options, char *log, size_t log_size);

struct test_argument {
    enum { TEST_END, TEST_BUFFER, TEST_VALUE, TEST_LOCAL } kind;
    void *data;  // TEST_BUFFER: copied in and out; TEST_VALUE: copied
    size_t size; // bytes
};
#define BUFFER(array) {TEST_BUFFER, (array), sizeof(array)}
#define VALUE(lvalue) {TEST_VALUE, &(lvalue), sizeof(lvalue)}
#define LOCAL(bytes) {TEST_LOCAL, NULL, (bytes)}

struct test_range {
    cl_uint dimensions;
    size_t global[3], local[3], offset[3]; // local[0] == 0: left to the platform
};
// clang-format off
#define RANGE1(g, l) (struct test_range){1, {(g)}, {(l)}, {0}}
#define RANGE2(gx, gy, lx, ly) (struct test_range){2, {(gx), (gy)}, {(lx), (ly)}, {0}}
#define RANGE3(gx, gy, gz, lx, ly, lz) (struct test_range){3, {(gx), (gy), (gz)}, {(lx), (ly), (lz)}, {0}}
// clang-format on

// Builds `source`, runs kernel `name`, reads the buffers back. Any error fails the test.
void test_run_array(const char *source, const char *options, const char *name, struct test_range range,
                    const struct test_argument *arguments, size_t count);
#define test_run(source, options, name, range, ...)                                                                    \
    test_run_array((source), (options), (name), (range), (const struct test_argument[]){__VA_ARGS__},                  \
                   sizeof((const struct test_argument[]){__VA_ARGS__}) / sizeof(struct test_argument))

#endif
