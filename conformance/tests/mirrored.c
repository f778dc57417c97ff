// SPDX-License-Identifier: Apache-2.0
// Rows of bytes, words and others that are read and written forwards and backwards by offsets in bytes, as far as a
// width goes: at all widths of packs.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "conformance/tests/support.h"

// Numbers of the kernels as well.
#define ROWS 5
#define STEP 1280
#define MARGIN 256

// x: the column; mad24 says nothing about overflow. What is before and behind the row must stay as it was.
static const char source[] =
    "#define AT(p, x) *(global T *)(p + mad24((int)get_global_id(1), step, mad24(x, (int)sizeof(T), offset)))\n"
    "kernel void mirror(global const uchar *in, global uchar *out, int step, int offset, int width) {\n"
    "  int x = get_global_id(0);\n"
    "  if (x < width) AT(out, x) = AT(in, width - 1 - x); }\n"
    "kernel void mirror_to(global const uchar *in, global uchar *out, int step, int offset, int width) {\n"
    "  int x = get_global_id(0);\n"
    "  if (x < width) AT(out, width - 1 - x) = AT(in, x); }\n"
    "kernel void mirror_some(global const uchar *in, global uchar *out, int step, int offset, int width) {\n"
    "  int x = get_global_id(0);\n"
    "  if (x < width) { T v = AT(in, width - 1 - x); if (v & 4) AT(out, width - 1 - x) = v + AT(in, x); } }\n"
    "kernel void windows(global const uchar *in, global uchar *out, int step, int offset, int width) {\n"
    "  int x = get_global_id(0);\n"
    "  if (x < width) {\n"
    "    global const uchar *p = in + mad24((int)get_global_id(1), step, mad24(x, (int)sizeof(T), offset)); T s = 0;\n"
    "    for (int k = -3; k < 4; k++) s = s * 3 + *(global const T *)(p + (k * width & 31) * (int)sizeof(T));\n"
    "    AT(out, x) = s; } }\n";

static unsigned char in[ROWS * STEP], out[ROWS * STEP], expected[ROWS * STEP];

static uint64_t
load(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;

    memcpy(&value, bytes, size);
    return value;
}

static void
reference(int kind, size_t size, int width)
{
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < width; x++) {
            const unsigned char *row = in + y * STEP + MARGIN, *mirrored = row + (size_t)(width - 1 - x) * size;
            const unsigned char *here = row + (size_t)x * size;
            uint64_t value = load(mirrored, size);
            int to = x;

            if (kind == 1) {
                to = width - 1 - x;
                value = load(here, size);
            } else if (kind == 2) {
                if (!(value & 4))
                    continue;
                to = width - 1 - x;
                value += load(here, size);
            } else if (kind == 3) {
                value = 0;
                for (int k = -3; k < 4; k++)
                    value = value * 3 + load(here + (size_t)(k * width & 31) * size, size);
            }
            memcpy(expected + (row - in) + (size_t)to * size, &value, size);
        }
}

static void
run_kind(cl_program program, int kind, size_t size, const char *type, const char *width_of_packs)
{
    static const char *const names[] = {"mirror", "mirror_to", "mirror_some", "windows"};
    static const int widths[] = {1, 7, 8, 31, 64, 97};
    const int step = STEP, offset = MARGIN;
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, names[kind], &err);

    CHECK(err);
    for (size_t w = 0; w < sizeof(widths) / sizeof(*widths); w++) {
        const int width = widths[w];
        cl_mem from = clCreateBuffer(test_context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(in), in, &err);
        cl_mem to;

        CHECK(err);
        memset(out, 0xa5, sizeof(out));
        memset(expected, 0xa5, sizeof(expected));
        to = clCreateBuffer(test_context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(out), out, &err);
        CHECK(err);
        CHECK(clSetKernelArg(kernel, 0, sizeof(from), &from));
        CHECK(clSetKernelArg(kernel, 1, sizeof(to), &to));
        CHECK(clSetKernelArg(kernel, 2, sizeof(step), &step));
        CHECK(clSetKernelArg(kernel, 3, sizeof(offset), &offset));
        CHECK(clSetKernelArg(kernel, 4, sizeof(width), &width));
        CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 2, NULL, (size_t[]){112, ROWS}, NULL, 0, NULL, NULL));
        CHECK(clEnqueueReadBuffer(test_queue, to, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
        reference(kind, size, width);
        for (size_t i = 0; i < sizeof(out); i++)
            if (out[i] != expected[i])
                fail_msg("width '%s', %s of %s, %d of them: byte %zu is %u, expected %u", width_of_packs, names[kind],
                         type, width, i, out[i], expected[i]);
        CHECK(clReleaseMemObject(from));
        CHECK(clReleaseMemObject(to));
    }
    CHECK(clReleaseKernel(kernel));
}

static void
rows_are_read_and_written_both_ways(void **state)
{
    static const struct {
        const char *type;
        size_t size;
    } types[] = {{"uchar", 1}, {"ushort", 2}, {"uint", 4}, {"ulong", 8}};

    (void)state;
    for (size_t i = 0; i < sizeof(in); i++)
        in[i] = (unsigned char)((i + 1) * 2654435761u >> 11);
    for (size_t w = 0; test_set_width(w); w++)
        for (size_t t = 0; t < sizeof(types) / sizeof(*types); t++) {
            char options[32];
            cl_program program;

            snprintf(options, sizeof(options), "-D T=%s", types[t].type);
            program = test_build(source, options);
            for (int kind = 0; kind < 4; kind++)
                run_kind(program, kind, types[t].size, types[t].type, test_widths[w]);
            CHECK(clReleaseProgram(program));
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_read_and_written_both_ways)};

    return cmocka_run_group_tests_name("mirrored", tests, test_begin, test_end);
}
