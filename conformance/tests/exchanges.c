// SPDX-License-Identifier: Apache-2.0
// Work-items of groups of a known size exchange values by local memory, or take those of each other from global memory,
// in orders that their local ids alone say: at all widths of packs.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "conformance/tests/support.h"

#define GROUPS 5
#define LARGEST 128

// N: work-items of a group, ORDER: of l, less than N.
static const char source[] =
    "#define GROUP kernel __attribute__((reqd_work_group_size(N, 1, 1)))\n"
    "GROUP void take(global const T *in, global T *out) {\n"
    "  local T shared[N]; int l = get_local_id(0), first = get_group_id(0) * N;\n"
    "  shared[l] = in[first + l]; barrier(CLK_LOCAL_MEM_FENCE); out[first + l] = shared[ORDER(l)]; }\n"
    "GROUP void give(global const T *in, global T *out) {\n"
    "  local T shared[N]; int l = get_local_id(0), first = get_group_id(0) * N;\n"
    "  shared[ORDER(l)] = in[first + l]; barrier(CLK_LOCAL_MEM_FENCE); out[first + l] = shared[l]; }\n"
    "GROUP void take_from_global(global const T *in, global T *out) {\n"
    "  int l = get_local_id(0), first = get_group_id(0) * N; out[first + l] = in[first + ORDER(l)]; }\n"
    "GROUP void give_to_global(global const T *in, global T *out) {\n"
    "  int l = get_local_id(0), first = get_group_id(0) * N; out[first + ORDER(l)] = in[first + l]; }\n";

// Each order, as the kernels and the reference have it, and whether it is another place for each work-item.
#define ORDERS(X)                                                                                                      \
    X(rotated, (l + 3) % N, true)                                                                                      \
    X(far_rotated, (l + N / 2) % N, true)                                                                              \
    X(exchanged, l ^ 1, true)                                                                                          \
    X(exchanged_by_three_bits, l ^ 7, true)                                                                            \
    X(backwards, N - 1 - l, true)                                                                                      \
    X(every_other, 2 * l % N + (2 * l >= N), true)                                                                     \
    X(every_seventh, l * 7 % N, true)                                                                                  \
    X(pairs, l & ~1, false)                                                                                            \
    X(behind_each_other, l < 2 ? l : N / 2, false)

#define FUNCTION(name, place, is_permutation)                                                                          \
    static int name(int l, int N)                                                                                      \
    {                                                                                                                  \
        (void)N;                                                                                                       \
        return place;                                                                                                  \
    }
ORDERS(FUNCTION)

static const struct order {
    const char *text;
    int (*of)(int l, int n);
    bool is_permutation;
} orders[] = {
#define ROW(name, place, is_permutation) {#place, name, is_permutation},
    ORDERS(ROW)};

static const struct {
    const char *name;
    bool gives;
} kernels[] = {{"take", false}, {"give", true}, {"take_from_global", false}, {"give_to_global", true}};

static unsigned char in[GROUPS * LARGEST * 8], out[sizeof(in)], expected[sizeof(in)];

static void
run_kernel(cl_program program, size_t which, const struct order *order, unsigned n, size_t size)
{
    const size_t bytes = GROUPS * n * size, items = (size_t)GROUPS * n;
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, kernels[which].name, &err);
    cl_mem from, to;

    CHECK(err);
    memset(out, 0, sizeof(out));
    for (size_t i = 0; i < items; i++) {
        const size_t first = i / n * n, other = first + (size_t)order->of((int)(i % n), (int)n);
        const bool gives = kernels[which].gives;

        memcpy(expected + (gives ? other : i) * size, in + (gives ? i : other) * size, size);
    }
    from = clCreateBuffer(test_context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, in, &err);
    CHECK(err);
    to = clCreateBuffer(test_context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, out, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof(from), &from));
    CHECK(clSetKernelArg(kernel, 1, sizeof(to), &to));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, (size_t[]){n}, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, to, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
    for (size_t i = 0; i < bytes; i++)
        if (out[i] != expected[i])
            fail_msg("%s, %s, groups of %u, elements of %zu bytes: byte %zu is %u, expected %u", kernels[which].name,
                     order->text, n, size, i, out[i], expected[i]);
    CHECK(clReleaseMemObject(from));
    CHECK(clReleaseMemObject(to));
    CHECK(clReleaseKernel(kernel));
}

static void
run_order(const struct order *order, unsigned n, const char *type, size_t size)
{
    char options[128];
    cl_program program;

    snprintf(options, sizeof(options), "-DN=%u -DT=%s \"-DORDER(l)=(%s)\"", n, type, order->text);
    program = test_build(source, options);
    for (size_t k = 0; k < sizeof(kernels) / sizeof(*kernels); k++)
        if (order->is_permutation || !kernels[k].gives)
            run_kernel(program, k, order, n, size);
    CHECK(clReleaseProgram(program));
}

static void
values_are_exchanged_in_each_order(void **state)
{
    static const unsigned groups[] = {8, 24, 64, LARGEST};
    static const struct {
        const char *type;
        size_t size;
    } types[] = {{"uchar", 1}, {"ushort", 2}, {"uint", 4}, {"ulong", 8}};

    (void)state;
    for (size_t i = 0; i < sizeof(in); i++)
        in[i] = (unsigned char)((i + 1) * 2654435761u >> 11);
    for (size_t w = 0; test_set_width(w); w++)
        // Each order with one type and size of groups at a width, others at the next.
        for (size_t o = 0; o < sizeof(orders) / sizeof(*orders); o++)
            run_order(&orders[o], groups[(o + w) % 4], types[(o + w / 2) % 4].type, types[(o + w / 2) % 4].size);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_exchanged_in_each_order)};

    return cmocka_run_group_tests_name("exchanges", tests, test_begin, test_end);
}
