// SPDX-License-Identifier: Apache-2.0
// Loops that do the same for all work-items of a group, and such as nearly do. At all widths.
#include <stdio.h>

#include "conformance/tests/support.h"

enum { MOST = 99, GROUPS = 3, ROW = 64 };

// x after rounds that no step of may be left out.
#define STEP(x, k) ((x) * 31 + (k) + 7)

static const char source[] =
    "#define STEP(x, k) ((x) * 31 + (k) + 7)\n"
    "#define ARGUMENTS global uint *out, global uint *rows, int n, uint seed\n"
    "#define LID ((uint)get_local_id(0))\n"
    "#define GID ((uint)get_global_id(0))\n"
    "kernel void number(ARGUMENTS) { uint x = seed;\n"
    "  for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "  out[GID] = x + GID; }\n"
    "kernel void of_group(ARGUMENTS) { uint x = seed + get_group_id(0);\n"
    "  for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "  out[GID] = x + LID; }\n"
    "kernel void local_memory(ARGUMENTS) { local uint a[64];\n"
    "  for (int k = 0; k < n; k++) a[k] = seed + k;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[GID] = n ? a[LID % n] + LID : LID; }\n"
    "kernel void global_memory(ARGUMENTS) { global uint *row = rows + 64 * get_group_id(0);\n"
    "  for (int k = 0; k < n; k++) row[k] = seed * k + get_group_id(0);\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  out[GID] = n ? row[LID % n] : 5; }\n"
    "kernel void some_have_left(ARGUMENTS) { uint x = seed;\n"
    "  if (GID % 5 == 2) return;\n"
    "  for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "  out[GID] = x ^ GID; }\n"
    "kernel void some_come(ARGUMENTS) { uint x = seed;\n"
    "  if (LID & 1) for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "  out[GID] = x ^ GID; }\n"
    "kernel void some_come_more_often(ARGUMENTS) { uint x = seed, sum = 0;\n"
    "  for (uint r = 0; r < LID % 3 + 1; r++) { x = seed + r;\n"
    "    for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "    sum = sum * 3 + x; }\n"
    "  out[GID] = sum; }\n"
    "kernel void in_a_row(ARGUMENTS) { uint x = seed, y = 1;\n"
    "  for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "  for (uint k = 0; k < x % 11; k++) y = STEP(y, k);\n"
    "  out[GID] = x * GID + y; }\n"
    "kernel void several_ends(ARGUMENTS) { uint x = seed; int k = 0;\n"
    "  while (k < n && x % 7 != 3) { x = STEP(x, k); if (x % 13 == 5) { x ^= 1; break; } k++; }\n"
    "  out[GID] = x + GID * k; }\n"
    "kernel void one_of_two(ARGUMENTS) { uint x = seed;\n"
    "  if (seed & 1) { for (int k = 0; k < n; k++) x = STEP(x, k); }\n"
    "  else { for (int k = n; k > 0; k--) x = STEP(x, k); }\n"
    "  out[GID] = x + GID; }\n"
    "kernel void kept_value(ARGUMENTS) { uint x = seed, own = out[GID];\n"
    "  for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "  out[GID] = x + own; }\n"
    "kernel void kept_array(ARGUMENTS) { uint x = seed, v[9];\n"
    "  for (int i = 0; i < 9; i++) v[(i + LID) % 9] = i * LID;\n"
    "  for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "  out[GID] = x + v[(x + GID) % 9]; }\n"
    "kernel void in_rounds(ARGUMENTS) { local uint a[128]; uint sum = 0;\n"
    "  for (uint r = 0; r < 3; r++) { uint x = seed + r;\n"
    "    for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "    a[LID] = x + LID;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    sum = sum * 5 + a[(LID + 1) % get_local_size(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  out[GID] = sum; }\n"
    "kernel void nested(ARGUMENTS) { uint x = seed;\n"
    "  for (int k = 0; k < n; k++) for (int i = 0; i < k % 4; i++) x = STEP(x, i);\n"
    "  out[GID] = x + GID; }\n"
    "kernel void uneven_before(ARGUMENTS) { uint x = seed, y = GID;\n"
    "  for (uint i = 0; i < GID % 4; i++) y = STEP(y, i);\n"
    "  rows[GID] = y;\n"
    "  for (int k = 0; k < n; k++) x = STEP(x, k);\n"
    "  out[GID] = x + GID; }\n"
    "kernel void loaded_if_none(ARGUMENTS) { uint x = seed, y = rows[7];\n"
    "  for (int k = 0; k < n; k++) { y = STEP(x, k); x = y % 7 ? y : ~y; }\n"
    "  out[GID] = y + GID; }\n";

enum kernel {
    NUMBER,
    OF_GROUP,
    LOCAL_MEMORY,
    GLOBAL_MEMORY,
    SOME_HAVE_LEFT,
    SOME_COME,
    SOME_COME_MORE_OFTEN,
    IN_A_ROW,
    SEVERAL_ENDS,
    ONE_OF_TWO,
    KEPT_VALUE,
    KEPT_ARRAY,
    IN_ROUNDS,
    NESTED,
    UNEVEN_BEFORE,
    LOADED_IF_NONE,
    KERNELS
}; // clang-format off
static const char *const names[KERNELS] = {
    "number", "of_group", "local_memory", "global_memory", "some_have_left", "some_come", "some_come_more_often",
    "in_a_row", "several_ends", "one_of_two", "kept_value", "kept_array", "in_rounds", "nested", "uneven_before",
    "loaded_if_none",
}; // clang-format on

static uint32_t
rounds(uint32_t x, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        x = STEP(x, k);
    return x;
}

// What work-item `lid` of a group of `items` makes of `own`, which was in its place before.
static uint32_t
expected(enum kernel which, uint32_t n, uint32_t seed, uint32_t group, uint32_t lid, uint32_t items, uint32_t own)
{
    const uint32_t gid = group * items + lid, all = rounds(seed, n);
    uint32_t x = seed, sum = 0, k = 0;

    switch (which) {
    case NUMBER:
    case UNEVEN_BEFORE:
        return all + gid;
    case OF_GROUP:
        return rounds(seed + group, n) + lid;
    case LOCAL_MEMORY:
        return n ? seed + lid % n + lid : lid;
    case GLOBAL_MEMORY:
        return n ? seed * (lid % n) + group : 5;
    case SOME_HAVE_LEFT:
        return gid % 5 == 2 ? own : all ^ gid;
    case SOME_COME:
        return (lid & 1 ? all : seed) ^ gid;
    case SOME_COME_MORE_OFTEN:
        for (uint32_t r = 0; r < lid % 3 + 1; r++)
            sum = sum * 3 + rounds(seed + r, n);
        return sum;
    case IN_A_ROW:
        return all * gid + rounds(1, all % 11);
    case SEVERAL_ENDS:
        while (k < n && x % 7 != 3) {
            x = STEP(x, k);
            if (x % 13 == 5) {
                x ^= 1;
                break;
            }
            k++;
        }
        return x + gid * k;
    case ONE_OF_TWO:
        if (seed & 1)
            return all + gid;
        for (k = n; k > 0; k--)
            x = STEP(x, k);
        return x + gid;
    case KEPT_VALUE:
        return all + own;
    case KEPT_ARRAY:
        return all + ((all + gid) % 9 + 9 * lid - lid) % 9 * lid;
    case IN_ROUNDS:
        for (uint32_t r = 0; r < 3; r++)
            sum = sum * 5 + rounds(seed + r, n) + (lid + 1) % items;
        return sum;
    case NESTED:
        for (; k < n; k++)
            x = rounds(x, k % 4);
        return x + gid;
    case LOADED_IF_NONE:
        for (; k < n; k++) {
            sum = STEP(x, k);
            x = sum % 7 ? sum : ~sum;
        }
        return sum + gid;
    default:
        fail();
        return 0;
    }
}

static void
run(cl_program program, enum kernel which, cl_int n, cl_uint seed, size_t items, const char *width)
{
    cl_uint out[MOST * GROUPS], rows[ROW * GROUPS + MOST * GROUPS] = {0};
    const size_t all = items * GROUPS;
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, names[which], &err);
    cl_mem buffers[2];

    CHECK(err);
    for (size_t i = 0; i < MOST * GROUPS; i++)
        out[i] = (cl_uint)(i * 2654435761u);
    buffers[0] = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, sizeof(out), out, &err);
    CHECK(err);
    buffers[1] = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, sizeof(rows), rows, &err);
    CHECK(err);
    for (cl_uint i = 0; i < 2; i++)
        CHECK(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
    CHECK(clSetKernelArg(kernel, 2, sizeof(n), &n));
    CHECK(clSetKernelArg(kernel, 3, sizeof(seed), &seed));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &all, &items, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, buffers[0], CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
    for (uint32_t i = 0; i < MOST * GROUPS; i++) {
        const uint32_t own = i * 2654435761u;
        const uint32_t wanted =
            i < all ? expected(which, (uint32_t)n, seed, i / (uint32_t)items, i % (uint32_t)items, (uint32_t)items, own)
                    : own;

        if (out[i] != wanted)
            fail_msg("%s, n %d, seed %u, groups of %zu, width '%s', work-item %u: %u, expected %u", names[which], n,
                     seed, items, width, i, out[i], wanted);
    }
    for (int i = 0; i < 2; i++)
        CHECK(clReleaseMemObject(buffers[i]));
    CHECK(clReleaseKernel(kernel));
}

static void
loops_that_are_the_same_for_a_group(void **state)
{
    static const cl_int counts[] = {0, 1, 2, 17, ROW};
    static const size_t sizes[] = {1, 5, 32, MOST};

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        cl_program program = test_build(source, "");

        for (int which = 0; which < KERNELS; which++)
            for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
                for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
                    for (cl_uint seed = 2; seed < 4; seed++)
                        run(program, (enum kernel)which, counts[i], seed, sizes[s], test_widths[w]);
        CHECK(clReleaseProgram(program));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_that_are_the_same_for_a_group),
    };

    return cmocka_run_group_tests_name("once_loops", tests, test_begin, test_end);
}
