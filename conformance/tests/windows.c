// SPDX-License-Identifier: Apache-2.0
// Work-items that walk through windows around themselves, which begin and end where something ends: at all widths.
#include <stdint.h>
#include <stdio.h>

#include "conformance/tests/support.h"

// Numbers of the kernels as well.
#define MARGIN 64
#define MOST 100
#define STRIDE (MOST + 2 * MARGIN)
#define ROWS 3

// name, type of counters, for (i = begin; i less end; i += step); x and y are ids, n is the width, r and q are how far
// the window goes to both sides. What is added up depends on the order and on where the window is.
#define WINDOWS(W)                                                                                                     \
    W(closed, int, MAX(x - r, 0), MIN(x + q, n - 1), <=, 1)                                                            \
    W(half_open, int, MAX(x - r, 0), MIN(x + q, n), <, 1)                                                              \
    W(not_zero, int, MAX(x - r, 3), MIN(x + q, n - 2), <=, 1)                                                          \
    W(left, int, MAX(x - r, 0), x + q, <=, 1)                                                                          \
    W(right, int, x - r, MIN(x + q, n - 1), <=, 1)                                                                     \
    W(by_two, int, MAX(x - r, 0), MIN(x + q, n - 1), <=, 2)                                                            \
    W(by_three, int, MAX(x - r, 0), MIN(x + q, n), <, 3)                                                               \
    W(twice, int, MAX(2 * x - r, 0) / 2, MIN(x + q, n - 1), <=, 1)                                                     \
    W(natural, uint, (x < (uint)r ? 0 : x - (uint)r), (x + (uint)q >= (uint)n ? (uint)n - 1 : x + (uint)q), <=, 1)     \
    W(natural_open, uint, (x < (uint)r ? 0 : x - (uint)r), MIN(x + (uint)q, (uint)n), <, 1)                            \
    W(large, long, MAX((long)x - r, (long)0), MIN((long)x + q, (long)n - 1), <=, 1)                                    \
    W(rows, int, MAX(y - r, 0), MIN(y + q, ROWS - 1), <=, 1)

#define LOOP(T, begin, end, less, step)                                                                                \
    for (T i = (begin); i less(end); i += step)                                                                        \
    s = s * 31 + in[y * STRIDE + MARGIN + i] + ((uint)(i - x) ^ 3 * (uint)(x + 1 - i)) * (uint)(i - MIN(x, (T)20))

#define TEXT_OF(text) #text
#define TEXT(text) TEXT_OF(text)
#define KERNEL(name, T, begin, end, less, step)                                                                        \
    "kernel void " #name "(global const uint *in, global uint *out, int n, int r, int q) {\n"                          \
    "  " #T " x = get_global_id(0), y = get_global_id(1); uint s = 1;\n"                                               \
    "  " TEXT(LOOP(T, begin, end, less, step)) ";\n"                                                                   \
                                               "  out[y * " TEXT(STRIDE) " + x] = s; }\n"
#define FUNCTION(name, T, begin, end, less, step)                                                                      \
    static uint name(const uint *in, T x, T y, int n, int r, int q)                                                    \
    {                                                                                                                  \
        uint s = 1;                                                                                                    \
                                                                                                                       \
        (void)n;                                                                                                       \
        LOOP(T, begin, end, less, step);                                                                               \
        return s;                                                                                                      \
    }
#define REFERENCE(name, T, begin, end, less, step)                                                                     \
    static uint name##_of(const uint *in, int x, int y, int n, int r, int q)                                           \
    {                                                                                                                  \
        return name(in, (T)x, (T)y, n, r, q);                                                                          \
    }
#define ENTRY(name, T, begin, end, less, step) {#name, name##_of},

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

typedef uint32_t uint;

WINDOWS(FUNCTION)
WINDOWS(REFERENCE)

#undef MAX
#undef MIN
static const char source[] = "#define MAX max\n#define MIN min\n" WINDOWS(KERNEL);

static const struct {
    const char *name;
    uint (*of)(const uint *in, int x, int y, int n, int r, int q);
} windows[] = {WINDOWS(ENTRY)};

static const int widths[] = {1, 5, 16, 33, MOST};
static const int reaches[][2] = {{0, 0}, {1, 1}, {2, 3}, {5, -2}, {-2, 4}, {1, -3}, {40, 40}};

static void
run_window(cl_kernel kernel, size_t which, cl_mem in, const uint *values, const char *width)
{
    static uint out[ROWS * STRIDE];
    cl_int err;
    cl_mem result = clCreateBuffer(test_context, CL_MEM_READ_WRITE, sizeof(out), NULL, &err);

    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof(in), &in));
    CHECK(clSetKernelArg(kernel, 1, sizeof(result), &result));
    for (size_t w = 0; w < sizeof(widths) / sizeof(*widths); w++)
        for (size_t k = 0; k < sizeof(reaches) / sizeof(*reaches); k++) {
            const int n = widths[w], r = reaches[k][0], q = reaches[k][1];

            CHECK(clSetKernelArg(kernel, 2, sizeof(n), &n));
            CHECK(clSetKernelArg(kernel, 3, sizeof(r), &r));
            CHECK(clSetKernelArg(kernel, 4, sizeof(q), &q));
            CHECK(
                clEnqueueNDRangeKernel(test_queue, kernel, 2, NULL, (size_t[]){(size_t)n, ROWS}, NULL, 0, NULL, NULL));
            CHECK(clEnqueueReadBuffer(test_queue, result, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
            for (int y = 0; y < ROWS; y++)
                for (int x = 0; x < n; x++) {
                    const uint expected = windows[which].of(values, x, y, n, r, q);
                    if (out[y * STRIDE + x] != expected)
                        fail_msg("width '%s', %s from -%d to %d of %d: at %d, %d %u, expected %u", width,
                                 windows[which].name, r, q, n, x, y, out[y * STRIDE + x], expected);
                }
        }
    CHECK(clReleaseMemObject(result));
}

static void
windows_end_at_edges(void **state)
{
    static uint values[ROWS * STRIDE];
    cl_int err;
    cl_mem in;

    (void)state;
    for (uint i = 0; i < ROWS * STRIDE; i++)
        values[i] = i * 2654435761u >> 7;
    in = clCreateBuffer(test_context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(values), values, &err);
    CHECK(err);
    for (size_t w = 0; test_set_width(w); w++) {
        cl_program program = test_build(source, "");
        for (size_t which = 0; which < sizeof(windows) / sizeof(*windows); which++) {
            cl_kernel kernel = clCreateKernel(program, windows[which].name, &err);
            CHECK(err);
            run_window(kernel, which, in, values, test_widths[w]);
            CHECK(clReleaseKernel(kernel));
        }
        CHECK(clReleaseProgram(program));
    }
    CHECK(clReleaseMemObject(in));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(windows_end_at_edges)};

    return cmocka_run_group_tests_name("windows", tests, test_begin, test_end);
}
