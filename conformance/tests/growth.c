// SPDX-License-Identifier: Apache-2.0
// Programs that are large in one direction: they build within a few seconds of CPU time and do what they say, however
// wide packs are wanted.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

enum { ITEMS = 128, LOCAL_ITEMS = 64, INPUTS = 8192, MOST_SOURCE = 1 << 20 };

static const struct test_range range = {1, {ITEMS}, {LOCAL_ITEMS}, {0}};
static cl_uint in[INPUTS], out[INPUTS];
static char source[MOST_SOURCE];
static size_t source_size;

static void
begin_source(void)
{
    source_size = 0;
    source[0] = 0;
}

static void __attribute__((format(printf, 1, 2)))
add(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    source_size += (size_t)vsnprintf(source + source_size, MOST_SOURCE - source_size, format, arguments);
    va_end(arguments);
    assert_true(source_size < MOST_SOURCE);
}

static void
fill_inputs(void)
{
    uint64_t x = 88172645463325252u;

    for (size_t i = 0; i < INPUTS; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        in[i] = (cl_uint)(x >> 16);
    }
}

// out[i] of the first `count` is what expected[i] says.
static void
run(size_t count, const cl_uint *expected)
{
    memset(out, 0xa5, sizeof out);
    test_run(source, "-cl-std=CL3.0", "k", range, BUFFER(out), BUFFER(in));
    for (size_t i = 0; i < count; i++)
        if (out[i] != expected[i])
            fail_msg("width '%s', element %zu: %x, expected %x", getenv("WEFT_WIDTH"), i, out[i], expected[i]);
}

static void
run_all_widths(size_t count, const cl_uint *expected)
{
    for (size_t w = 0; test_set_width(w); w++)
        run(count, expected);
}

// Loops that are entered and left at each label.
static void
run_labels(cl_uint labels)
{
    cl_uint expected[ITEMS];

    begin_source();
    add("kernel void k(global uint *o, global uint *in) {\n uint i = get_global_id(0), s = in[i], c = 0;\n");
    for (cl_uint j = 0; j < labels; j++)
        add("L%u: s = s * 5 + %u; if (c++ > 100) goto end; if (s & %uu) goto L%u;\n", j, j, 1u << j % 20,
            (7 * j + 3) % labels);
    add("end: o[i] = s; }\n");
    fill_inputs();
    for (size_t i = 0; i < ITEMS; i++) {
        cl_uint s = in[i], c = 0, j = 0;

        while (j < labels) {
            s = s * 5 + j;
            if (c++ > 100)
                break;
            j = s & 1u << j % 20 ? (7 * j + 3) % labels : j + 1;
        }
        expected[i] = s;
    }
    run_all_widths(ITEMS, expected);
}

static void
hundred_labels(void **state)
{
    (void)state;
    run_labels(100);
}

static void
four_hundred_labels(void **state)
{
    (void)state;
    run_labels(400);
}

// Also at the widths at which no worker's stack would hold a pack's arrays.
static void
private_megabyte(void **state)
{
    static cl_uint a[1 << 18];
    cl_uint expected[ITEMS];

    (void)state;
    begin_source();
    add("kernel void k(global uint *o, global uint *in) {\n  uint a[1 << 18];\n"
        "  for (uint i = 0; i < 1 << 18; i++) a[i] = i * in[i & 0xfff];\n"
        "  o[get_global_id(0)] = a[in[get_global_id(0)] & 0x3ffff]; }\n");
    fill_inputs();
    for (cl_uint i = 0; i < 1 << 18; i++)
        a[i] = i * in[i & 0xfff];
    for (size_t i = 0; i < ITEMS; i++)
        expected[i] = a[in[i] & 0x3ffff];
    run_all_widths(ITEMS, expected);
}

static void
four_hundred_barriers(void **state)
{
    enum { STEPS = 200 };
    cl_uint expected[ITEMS];

    (void)state;
    begin_source();
    add("kernel void k(global uint *o, global uint *in) {\n  local uint l[64];\n"
        "  uint j = get_local_id(0), i = get_global_id(0), s = in[i];\n");
    for (cl_uint t = 0; t < STEPS; t++)
        add("  l[j] = s; barrier(CLK_LOCAL_MEM_FENCE); s += l[(j + %u) & 63]; barrier(CLK_LOCAL_MEM_FENCE);\n", t);
    add("  o[i] = s; }\n");
    fill_inputs();
    memcpy(expected, in, sizeof expected);
    for (size_t first = 0; first < ITEMS; first += LOCAL_ITEMS) {
        for (cl_uint t = 0; t < STEPS; t++) {
            cl_uint before[LOCAL_ITEMS];

            memcpy(before, expected + first, sizeof before);
            for (size_t j = 0; j < LOCAL_ITEMS; j++)
                expected[first + j] += before[(j + t) & 63];
        }
    }
    run_all_widths(ITEMS, expected);
}

// Calls that all work-items make with the same arguments, of small powers of two: pow is exact there.
static void
four_hundred_calls(void **state)
{
    enum { CALLS = 400 };
    cl_uint expected[CALLS];

    (void)state;
    begin_source();
    add("kernel void k(global uint *o, global uint *in) {\n  global float *x = (global float *)in;\n");
    for (cl_uint j = 0; j < CALLS; j++)
        add("  o[%u] = as_uint(pow(x[%u], x[%u]));\n", j, j, j + 1000);
    add("}\n");
    for (cl_uint j = 0; j < CALLS; j++) {
        const cl_float base = (cl_float)(1 + j % 16), exponent = (cl_float)(j / 16 % 5);
        cl_float power = 1;

        for (cl_float times = 0; times < exponent; times++)
            power *= base;
        memcpy(&in[j], &base, sizeof base);
        memcpy(&in[j + 1000], &exponent, sizeof exponent);
        memcpy(&expected[j], &power, sizeof power);
    }
    run_all_widths(CALLS, expected);
}

// A jump of 5000 ways.
static void
five_thousand_cases(void **state)
{
    enum { CASES = 5000 };
    cl_uint expected[ITEMS];

    (void)state;
    begin_source();
    add("kernel void k(global uint *o, global uint *in) {\n uint i = get_global_id(0), s = in[i];\n"
        " switch (s %% %uu) {\n",
        CASES);
    for (cl_uint j = 0; j < CASES; j++)
        add("case %u: s = s * %uu + in[%u]; break;\n", j, 2 * j + 1, j * 7 % 4096);
    add(" }\n o[i] = s; }\n");
    fill_inputs();
    for (size_t i = 0; i < ITEMS; i++) {
        const cl_uint j = in[i] % CASES;

        expected[i] = in[i] * (2 * j + 1) + in[j * 7 % 4096];
    }
    run_all_widths(ITEMS, expected);
}

static void
two_thousand_lines(void **state)
{
    enum { LINES = 2000 };
    cl_uint expected[ITEMS];

    (void)state;
    begin_source();
    add("kernel void k(global uint *o, global uint *in) {\n uint i = get_global_id(0), s = in[i];\n");
    for (cl_uint j = 0; j < LINES; j++)
        add(" s = (s ^ %uu) * 5u + in[(s + %uu) & 0xfff];\n", j * 2654435761u, j);
    add(" o[i] = s; }\n");
    fill_inputs();
    for (size_t i = 0; i < ITEMS; i++) {
        cl_uint s = in[i];

        for (cl_uint j = 0; j < LINES; j++)
            s = (s ^ j * 2654435761u) * 5u + in[(s + j) & 0xfff];
        expected[i] = s;
    }
    run_all_widths(ITEMS, expected);
}

// Each access is one of all work-items, which WEFT_CHECK=values makes several for each of them.
static void
checked_lines(void **state)
{
    enum { LINES = 600 };
    cl_uint expected[ITEMS];

    (void)state;
    begin_source();
    add("kernel void k(global uint *o, global uint *in) {\n uint i = get_global_id(0), s = in[i];\n");
    for (cl_uint j = 0; j < LINES; j++)
        add(" s = (s ^ %uu) * 5u + in[(i + %u) * %u & 0xfff] + in[i * %u + %u];\n", j * 2654435761u, j, j % 3 + 1,
            j % 7 + 1, j);
    add(" o[i] = s; }\n");
    fill_inputs();
    for (cl_uint i = 0; i < ITEMS; i++) {
        cl_uint s = in[i];

        for (cl_uint j = 0; j < LINES; j++)
            s = (s ^ j * 2654435761u) * 5u + in[(i + j) * (j % 3 + 1) & 0xfff] + in[i * (j % 7 + 1) + j];
        expected[i] = s;
    }
    setenv("WEFT_CHECK", "values", 1);
    setenv("WEFT_WIDTH", "128", 1);
    run(ITEMS, expected);
    unsetenv("WEFT_CHECK");
    unsetenv("WEFT_WIDTH");
}

// Reads of an image by a sampler that is an argument, a literal, or of many levels: each pixel is its place.
static void
run_samples(const char *read, unsigned reads, const char *specialize)
{
    enum { SIDE = 64 };
    const cl_image_format format = {CL_R, CL_FLOAT};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
    const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                CL_FALSE,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                CL_ADDRESS_CLAMP_TO_EDGE,
                                                CL_SAMPLER_FILTER_MODE,
                                                CL_FILTER_LINEAR,
                                                0};
    const size_t items = ITEMS, local = LOCAL_ITEMS;
    cl_float pixels[SIDE][SIDE], sums[ITEMS];
    cl_int err;

    begin_source();
    add("constant sampler_t literal = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
        "kernel void k(global float *o, read_only image2d_t a, sampler_t argument) {\n"
        "  uint i = get_global_id(0); float s = 0;\n");
    for (unsigned j = 0; j < reads; j++) {
        add("  s += ");
        add(read, j % SIDE); // NOLINT(clang-diagnostic-format-nonliteral)
        add(";\n");
    }
    add("  o[i] = s; }\n");
    for (int i = 0; i < SIDE * SIDE; i++)
        pixels[i / SIDE][i % SIDE] = (cl_float)(i / SIDE + i % SIDE);
    setenv("WEFT_SPECIALIZE", specialize, 1);
    cl_program program = test_build(source, "-cl-std=CL2.0");
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    CHECK(err);
    cl_mem image = clCreateImage(test_context, CL_MEM_COPY_HOST_PTR, &format, &desc, pixels, &err);
    CHECK(err);
    cl_mem buffer = clCreateBuffer(test_context, CL_MEM_READ_WRITE, sizeof sums, NULL, &err);
    CHECK(err);
    cl_sampler sampler = clCreateSamplerWithProperties(test_context, properties, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    CHECK(clSetKernelArg(kernel, 1, sizeof image, &image));
    CHECK(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));
    for (cl_uint i = 0; i < ITEMS; i++) {
        cl_float expected = 0;

        for (unsigned j = 0; j < reads; j++)
            expected += (cl_float)(i % SIDE + j % SIDE);
        if (sums[i] != expected)
            fail_msg("%s, item %u: %g, expected %g", read, i, sums[i], expected);
    }
    CHECK(clReleaseSampler(sampler));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseMemObject(image));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    unsetenv("WEFT_SPECIALIZE");
}

#define AT "(float2)(i %% 64 + 0.5f, %u + 0.5f)"

static void
hundreds_of_samples(void **state)
{
    (void)state;
    run_samples("read_imagef(a, argument, " AT ").x", 256, "0");
    run_samples("read_imagef(a, argument, " AT ", 0.0f).x", 128, "0");
    run_samples("read_imagef(a, literal, " AT ").x", 256, "0");
}

// In a version of the kernel that knows image and sampler.
static void
hundred_known_samples(void **state)
{
    (void)state;
    run_samples("read_imagef(a, argument, " AT ").x", 100, "always");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hundred_labels),      cmocka_unit_test(four_hundred_labels),
        cmocka_unit_test(private_megabyte),    cmocka_unit_test(four_hundred_barriers),
        cmocka_unit_test(four_hundred_calls),  cmocka_unit_test(five_thousand_cases),
        cmocka_unit_test(two_thousand_lines),  cmocka_unit_test(checked_lines),
        cmocka_unit_test(hundreds_of_samples), cmocka_unit_test(hundred_known_samples),
    };

    // Of a build; more than any of these takes on a slow machine, less than any took that grew with the square.
    setenv("WEFT_COMPILER_CPU_SECONDS", getenv("WEFT_TEST_EMULATOR") ? "120" : "12", 0);
    return cmocka_run_group_tests(tests, test_begin, test_end);
}
