// SPDX-License-Identifier: Apache-2.0
// Sub-groups: what they are made of, their functions, and barriers that only they reach.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/range_support.h"

enum { SIZE = 32 };

// Groups that are no multiple of a sub-group, whose rows sub-groups cross, and smaller last groups.
static const struct test_range ranges[] = {
    {1, {1}, {1}, {0}},
    {1, {256}, {64}, {0}},
    {1, {260}, {45}, {0}},
    {1, {4096}, {4096}, {0}},
    {1, {300}, {32}, {0}},
    {2, {24, 18}, {8, 6}, {0}},
    {2, {66, 17}, {33, 4}, {1, 2}},
    {3, {8, 6, 10}, {4, 3, 5}, {0}},
    {3, {9, 7, 5}, {4, 4, 4}, {0}},
};
enum { RANGES = sizeof ranges / sizeof *ranges };

static bool
same_sub_group(struct place a, struct place b)
{
    return a.group == b.group && a.linear / SIZE == b.linear / SIZE;
}

static size_t
count(size_t items)
{
    return (items + SIZE - 1) / SIZE;
}

static void
queries(void **state)
{
    (void)state;
    for (int r = 0; r < RANGES; r++) {
        size_t items = count_items(ranges[r]);
        struct place *places = places_of(ranges[r]);
        cl_uint(*out)[6] = calloc(items, sizeof *out);

        assert_non_null(out);
        test_run("kernel void k(global uint *out) {\n"
                 "  out += (" LINEAR ") * 6;\n"
                 "  out[0] = get_sub_group_size(); out[1] = get_max_sub_group_size(); out[2] = get_num_sub_groups();\n"
                 "  out[3] = get_enqueued_num_sub_groups(); out[4] = get_sub_group_id();\n"
                 "  out[5] = get_sub_group_local_id(); }",
                 "-cl-std=CL3.0", "k", ranges[r], {TEST_BUFFER, out, items * sizeof *out});
        for (size_t i = 0; i < items; i++) {
            struct place p = places[i];
            size_t last = p.items - p.linear / SIZE * SIZE;

            assert_int_equal(out[i][0], last < SIZE ? last : SIZE);
            assert_int_equal(out[i][1], p.most < SIZE ? p.most : SIZE);
            assert_int_equal(out[i][2], count(p.items));
            assert_int_equal(out[i][3], count(p.most));
            assert_int_equal(out[i][4], p.linear / SIZE);
            assert_int_equal(out[i][5], p.linear % SIZE);
        }
        free(out);
        free(places);
    }
}

static const char arithmetic[] =
    "kernel void k(global const T *in, global T *out) {\n"
    "  size_t i = " LINEAR ";\n"
    "  T x = in[i];\n"
    "  out += i * 11;\n"
    "  out[0] = sub_group_reduce_add(x); out[1] = sub_group_reduce_min(x); out[2] = sub_group_reduce_max(x);\n"
    "  out[3] = sub_group_scan_inclusive_add(x); out[4] = sub_group_scan_inclusive_min(x);\n"
    "  out[5] = sub_group_scan_inclusive_max(x); out[6] = sub_group_scan_exclusive_add(x);\n"
    "  out[7] = sub_group_scan_exclusive_min(x); out[8] = sub_group_scan_exclusive_max(x);\n"
    "  out[9] = sub_group_broadcast(x, get_sub_group_size() - 1);\n"
    "  out[10] = sub_group_all(get_sub_group_local_id() < 7) + 2 * sub_group_any(get_sub_group_local_id() == 7); }";

// Values are small integers, so that sums of floats are exact in any order.
#define ARITHMETIC_CASE(T, cl_T, smallest, largest)                                                                    \
    static void arithmetic_of_##T(void **state)                                                                        \
    {                                                                                                                  \
        cl_program program = test_build(arithmetic, "-cl-std=CL3.0 -DT=" #T);                                          \
                                                                                                                       \
        (void)state;                                                                                                   \
        for (int r = 0; r < RANGES; r++) {                                                                             \
            size_t items = count_items(ranges[r]);                                                                     \
            struct place *places = places_of(ranges[r]);                                                               \
            cl_T *in = calloc(items, sizeof *in), (*out)[11] = calloc(items, sizeof *out);                             \
                                                                                                                       \
            assert_true(in && out);                                                                                    \
            for (size_t i = 0; i < items; i++)                                                                         \
                in[i] = (cl_T)((cl_T)(int)((i * 2654435761u >> 7) % 1000) - (cl_T)((smallest) == 0 ? 0 : 500));        \
            run_over_range(program, ranges[r], in, items * sizeof *in, out, items * sizeof *out);                      \
            for (size_t i = 0; i < items; i++) {                                                                       \
                struct place me = places[i];                                                                           \
                size_t size = 0;                                                                                       \
                cl_T want[11] = {0, largest, smallest, 0, largest, smallest, 0, largest, smallest, 0, 0};              \
                                                                                                                       \
                for (size_t j = 0; j < items; j++) {                                                                   \
                    struct place other = places[j];                                                                    \
                                                                                                                       \
                    if (!same_sub_group(me, other))                                                                    \
                        continue;                                                                                      \
                    size++;                                                                                            \
                    for (int kind = 0; kind < 3; kind++) {                                                             \
                        if ((kind == 1 && other.linear > me.linear) || (kind == 2 && other.linear >= me.linear))       \
                            continue;                                                                                  \
                        want[kind * 3] = (cl_T)(want[kind * 3] + in[j]);                                               \
                        want[kind * 3 + 1] = in[j] < want[kind * 3 + 1] ? in[j] : want[kind * 3 + 1];                  \
                        want[kind * 3 + 2] = in[j] > want[kind * 3 + 2] ? in[j] : want[kind * 3 + 2];                  \
                    }                                                                                                  \
                    if (other.linear % SIZE == SIZE - 1 || other.linear == me.items - 1)                               \
                        want[9] = in[j];                                                                               \
                }                                                                                                      \
                want[10] = (cl_T)((size <= 7) + 2 * (size > 7));                                                       \
                for (int f = 0; f < 11; f++)                                                                           \
                    if (out[i][f] != want[f])                                                                          \
                        fail_msg("range %d, item %zu, function %d: %g, expected %g", r, i, f, (double)out[i][f],       \
                                 (double)want[f]);                                                                     \
            }                                                                                                          \
            free(in);                                                                                                  \
            free(out);                                                                                                 \
            free(places);                                                                                              \
        }                                                                                                              \
        CHECK(clReleaseProgram(program));                                                                              \
    }
ARITHMETIC_CASE(char, cl_char, CHAR_MIN, CHAR_MAX)
ARITHMETIC_CASE(uchar, cl_uchar, 0, UCHAR_MAX)
ARITHMETIC_CASE(short, cl_short, SHRT_MIN, SHRT_MAX)
ARITHMETIC_CASE(ushort, cl_ushort, 0, USHRT_MAX)
ARITHMETIC_CASE(int, cl_int, INT_MIN, INT_MAX)
ARITHMETIC_CASE(uint, cl_uint, 0, UINT_MAX)
ARITHMETIC_CASE(long, cl_long, LONG_MIN, LONG_MAX)
ARITHMETIC_CASE(ulong, cl_ulong, 0, ULONG_MAX)
ARITHMETIC_CASE(float, cl_float, -INFINITY, INFINITY)
ARITHMETIC_CASE(double, cl_double, -INFINITY, INFINITY)

// Sub-groups go different ways: each meets as often as its own number says, in branches that others do not take.
static void
each_goes_its_own_way(void **state)
{
    enum { ITEMS = 480, GROUP = 160 };
    cl_uint out[ITEMS];

    (void)state;
    memset(out, 0, sizeof out);
    test_run("kernel void k(global uint *out) {\n"
             "  uint s = get_sub_group_id(), l = get_sub_group_local_id(), sum = 0;\n"
             "  for (uint i = 0; i <= s; i++) {\n"
             "    if (s % 2 == 0) sum += sub_group_reduce_add(l + i);\n"
             "    else { uint m = sub_group_scan_inclusive_max(31 - l); sub_group_barrier(0); sum += m + i; } }\n"
             "  switch (s) {\n"
             "  case 0: sum += 1000 * sub_group_broadcast(l, 5); break;\n"
             "  case 3: sub_group_barrier(CLK_LOCAL_MEM_FENCE); sum += 7; break;\n"
             "  case 4: return; }\n"
             "  out[get_global_id(0)] = sum; }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out));
    for (cl_uint x = 0; x < ITEMS; x++) {
        cl_uint s = x % GROUP / SIZE, sum = 0;

        for (cl_uint i = 0; i <= s; i++)
            sum += s % 2 == 0 ? 31 * 16 + 32 * i : 31 + i;
        sum += s == 0 ? 5000 : s == 3 ? 7 : 0;
        assert_int_equal(out[x], s == 4 ? 0 : sum);
    }
}

// Barriers of the group between those of its sub-groups, in loops: what all work-items share differs from sub-group to
// sub-group for a while.
static void
with_barriers_of_the_group(void **state)
{
    enum { ITEMS = 300, GROUP = 100 };
    cl_uint out[ITEMS];

    (void)state;
    memset(out, 0, sizeof out);
    test_run("kernel void k(global uint *out, uint rounds) {\n"
             "  local uint totals[4], before[100];\n"
             "  uint s = get_sub_group_id(), l = get_local_id(0), sum = 0;\n"
             "  for (uint i = 0; i < rounds; i++) {\n"
             "    uint t = sub_group_reduce_add(l + i);\n"
             "    if (get_sub_group_local_id() == 0) totals[s] = t;\n"
             "    before[l] = i;\n"
             "    sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
             "    uint n = get_sub_group_size(), next = s * 32 + (get_sub_group_local_id() + 1) % n;\n"
             "    sum += before[next] * 3;\n"
             "    work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
             "    for (uint j = 0; j < get_num_sub_groups(); j++) sum += totals[j];\n"
             "    sum += work_group_reduce_max(l + i);\n"
             "    for (uint j = 0; j < s; j++) sum += sub_group_broadcast(j * i, 0);\n"
             "    work_group_barrier(CLK_LOCAL_MEM_FENCE); }\n"
             "  out[get_global_id(0)] = sum; }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out), VALUE((cl_uint){5}));
    for (cl_uint x = 0; x < ITEMS; x++) {
        cl_uint s = x % GROUP / SIZE, sum = 0;

        for (cl_uint i = 0; i < 5; i++) {
            sum += 3 * i + GROUP * (GROUP - 1) / 2 + GROUP * i + GROUP - 1 + i;
            for (cl_uint j = 0; j < s; j++)
                sum += j * i;
        }
        assert_int_equal(out[x], sum);
    }
}

// Neighbours exchange by local and global memory, with every flag and scope and without either.
static void
barrier_flags_and_scopes(void **state)
{
    enum { ITEMS = 288, GROUP = 96 };
    static const char *const barriers[] = {
        "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
        "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE",
        "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_sub_group",
        "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_work_group",
        "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device",
        "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_all_devices",
    };
    static const char source[] = "kernel void k(global uint *out) {\n"
                                 "  local uint shared[96];\n"
                                 "  uint g = get_global_id(0), l = get_local_id(0), n = get_sub_group_size();\n"
                                 "  uint next = get_sub_group_id() * 32 + (get_sub_group_local_id() + 1) % n;\n"
                                 "  for (uint i = 0; i < 3; i++) {\n"
                                 "    shared[l] = g + i; out[g] = g * 2 + i;\n"
                                 "    sub_group_barrier(BARRIER);\n"
                                 "    uint sum = shared[next] + out[g - l + next];\n"
                                 "    sub_group_barrier(BARRIER);\n"
                                 "    out[g] = sum; sub_group_barrier(0); } }";
    cl_uint out[ITEMS];
    char options[200];

    (void)state;
    for (size_t b = 0; b < sizeof barriers / sizeof *barriers; b++) {
        snprintf(options, sizeof options, "-cl-std=CL3.0 \"-DBARRIER=%s\"", barriers[b]);
        test_run(source, options, "k", RANGE1(ITEMS, GROUP), BUFFER(out));
        for (cl_uint g = 0; g < ITEMS; g++) {
            cl_uint next = g / SIZE * SIZE + (g + 1) % SIZE;

            assert_int_equal(out[g], next + 2 + next * 2 + 2);
        }
    }
}

// A sub-group's reservations come in the order of the program, and behind those of others that are before a barrier of
// the group; one that does not fit is not made.
static void
pipes_in_order(void **state)
{
    enum { GROUP = 64, ROOM = 128 };
    cl_program program = test_build("kernel void put(write_only pipe uint p, global uint *out) {\n"
                                    "  uint l = get_sub_group_local_id(), s = get_sub_group_id(), bad = 0;\n"
                                    "  for (uint i = 0; i < 2; i++) {\n"
                                    "    reserve_id_t id = sub_group_reserve_write_pipe(p, 32);\n"
                                    "    uint v = s * 1000 + i * 100 + l;\n"
                                    "    if (write_pipe(p, id, l, &v)) bad++;\n"
                                    "    if (write_pipe(p, id, l + 32, &v) == 0) bad++;\n"
                                    "    sub_group_commit_write_pipe(p, id);\n"
                                    "    work_group_barrier(CLK_GLOBAL_MEM_FENCE); }\n"
                                    "  if (is_valid_reserve_id(sub_group_reserve_write_pipe(p, 1))) bad++;\n"
                                    "  out[get_local_id(0)] = bad; }\n"
                                    "kernel void take(read_only pipe uint p, global uint *out) {\n"
                                    "  for (uint i = 0; i < 128; i++) read_pipe(p, out + i); }",
                                    "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(sizeof(cl_uint), ROOM);
    cl_uint out[ROOM] = {0}, at[2] = {0};

    (void)state;
    run_once(program, "put", pipe, GROUP, GROUP, out, sizeof out);
    for (int i = 0; i < GROUP; i++)
        assert_int_equal(out[i], 0);
    run_once(program, "take", pipe, 1, 1, out, sizeof out);
    for (int i = 0; i < ROOM; i += SIZE) {
        cl_uint s = out[i] / 1000;

        assert_in_range(s, 0, 1);
        assert_int_equal(out[i], s * 1000 + at[s]++ * 100);
        assert_int_equal(out[i] / 100 % 10, i / (2 * SIZE));
        for (cl_uint l = 0; l < SIZE; l++)
            assert_int_equal(out[(cl_uint)i + l], out[i] + l);
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

// Each sub-group of the group reserves for itself; its packets lie side by side.
static void
pipes(void **state)
{
    enum { ITEMS = 384, GROUP = 96, SUB_GROUPS = ITEMS / SIZE };
    cl_program program = test_build(
        "kernel void put(write_only pipe uint p, global uint *failed) {\n"
        "  reserve_id_t id = sub_group_reserve_write_pipe(p, get_sub_group_size());\n"
        "  if (is_valid_reserve_id(id)) {\n"
        "    uint v = get_global_id(0);\n"
        "    if (write_pipe(p, id, get_sub_group_local_id(), &v)) atomic_inc(failed);\n"
        "    sub_group_commit_write_pipe(p, id); }\n"
        "  else atomic_inc(failed); }\n"
        "kernel void take(read_only pipe uint p, global uint *out) {\n"
        "  size_t sub = get_group_id(0) * get_enqueued_num_sub_groups() + get_sub_group_id();\n"
        "  reserve_id_t id = sub_group_reserve_read_pipe(p, get_sub_group_size());\n"
        "  if (is_valid_reserve_id(id)) {\n"
        "    uint v; read_pipe(p, id, get_sub_group_local_id(), &v); out[sub * 32 + get_sub_group_local_id()] = v;\n"
        "    sub_group_commit_read_pipe(p, id); } }",
        "-cl-std=CL3.0");
    cl_int err;
    cl_uint out[ITEMS], seen[SUB_GROUPS] = {0};
    const cl_uint zero = 0;
    const size_t items = ITEMS, local = GROUP;
    cl_mem pipe = clCreatePipe(test_context, 0, sizeof *out, ITEMS, NULL, &err), buffer;
    cl_kernel kernels[2];

    (void)state;
    CHECK(err);
    buffer = clCreateBuffer(test_context, 0, sizeof out, NULL, &err);
    CHECK(err);
    for (int k = 0; k < 2; k++) {
        kernels[k] = clCreateKernel(program, k ? "take" : "put", &err);
        CHECK(err);
        CHECK(clSetKernelArg(kernels[k], 0, sizeof pipe, &pipe));
        CHECK(clSetKernelArg(kernels[k], 1, sizeof buffer, &buffer));
        CHECK(clEnqueueFillBuffer(test_queue, buffer, &zero, sizeof zero, 0, sizeof out, 0, NULL, NULL));
        CHECK(clEnqueueNDRangeKernel(test_queue, kernels[k], 1, NULL, &items, &local, 0, NULL, NULL));
        CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        if (!k)
            assert_int_equal(out[0], 0);
        CHECK(clReleaseKernel(kernels[k]));
    }
    for (int s = 0; s < SUB_GROUPS; s++) {
        cl_uint first = out[s * SIZE];

        assert_int_equal(first % SIZE, 0);
        assert_in_range(first, 0, ITEMS - 1);
        assert_int_equal(seen[first / SIZE]++, 0);
        for (cl_uint i = 0; i < SIZE; i++)
            assert_int_equal(out[s * SIZE + i], first + i);
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseProgram(program));
}

static void
a_1_2_program_may_have_functions_of_these_names(void **state)
{
    cl_int out[4];

    (void)state;
    test_run("int sub_group_reduce_add(int x) { return x + 1; }\n"
             "kernel void k(global int *out) { out[get_global_id(0)] = sub_group_reduce_add(3); }",
             "", "k", RANGE1(4, 4), BUFFER(out));
    assert_int_equal(out[2], 4);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries),
        cmocka_unit_test(arithmetic_of_char),
        cmocka_unit_test(arithmetic_of_uchar),
        cmocka_unit_test(arithmetic_of_short),
        cmocka_unit_test(arithmetic_of_ushort),
        cmocka_unit_test(arithmetic_of_int),
        cmocka_unit_test(arithmetic_of_uint),
        cmocka_unit_test(arithmetic_of_long),
        cmocka_unit_test(arithmetic_of_ulong),
        cmocka_unit_test(arithmetic_of_float),
        cmocka_unit_test(arithmetic_of_double),
        cmocka_unit_test(each_goes_its_own_way),
        cmocka_unit_test(with_barriers_of_the_group),
        cmocka_unit_test(barrier_flags_and_scopes),
        cmocka_unit_test(pipes),
        cmocka_unit_test(pipes_in_order),
        cmocka_unit_test(a_1_2_program_may_have_functions_of_these_names),
    };

    return cmocka_run_group_tests_name("sub_groups", tests, test_begin, test_end);
}
