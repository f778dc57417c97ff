// SPDX-License-Identifier: Apache-2.0
// Work-group collective functions: every one of every type, in groups of all shapes, one after the other and in loops.
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/range_support.h"

// Groups of one to three dimensions; sizes that are no multiple of a vector; uneven last groups.
static const struct test_range ranges[] = {
    {1, {1}, {1}, {0}},
    {1, {256}, {64}, {0}},
    {1, {260}, {13}, {0}},
    {1, {1000}, {256}, {0}},
    {1, {4096}, {4096}, {0}},
    {2, {24, 18}, {8, 6}, {0}},
    {2, {33, 17}, {8, 4}, {1, 2}},
    {3, {8, 6, 10}, {4, 3, 5}, {0}},
    {3, {9, 7, 5}, {4, 4, 4}, {0}},
};
enum { RANGES = sizeof ranges / sizeof *ranges };

// in[i] = x; out holds the nine functions' results of each work-item.
static const char arithmetic[] =
    "kernel void k(global const T *in, global T *out) {\n"
    "  size_t i = " LINEAR ";\n"
    "  T x = in[i];\n"
    "  out += i * 9;\n"
    "  out[0] = work_group_reduce_add(x); out[1] = work_group_reduce_min(x);\n"
    "  out[2] = work_group_reduce_max(x); out[3] = work_group_scan_inclusive_add(x);\n"
    "  out[4] = work_group_scan_inclusive_min(x); out[5] = work_group_scan_inclusive_max(x);\n"
    "  out[6] = work_group_scan_exclusive_add(x); out[7] = work_group_scan_exclusive_min(x);\n"
    "  out[8] = work_group_scan_exclusive_max(x); }";

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
            cl_T *in = calloc(items, sizeof *in), *out = calloc(items * 9, sizeof *out);                               \
            cl_T(*so_far)[3] = calloc(items, sizeof *so_far), (*wanted)[9] = calloc(items, sizeof *wanted);            \
                                                                                                                       \
            assert_true(in && out && so_far && wanted);                                                                \
            for (size_t i = 0; i < items; i++)                                                                         \
                in[i] = (cl_T)(int)((i * 2654435761u >> 7) % 1000) - (cl_T)((smallest) == 0 ? 0 : 500);                \
            run_over_range(program, ranges[r], in, items * sizeof *in, out, items * 9 * sizeof *out);                  \
            /* In the order of the range the work-items of a group come in the order of their linear ids. */           \
            for (size_t i = 0; i < items; i++) {                                                                       \
                cl_T *now = so_far[places[i].group], *want = wanted[i];                                                \
                                                                                                                       \
                if (places[i].linear == 0)                                                                             \
                    memcpy(now, ((const cl_T[3]){0, largest, smallest}), sizeof *so_far);                              \
                memcpy(want + 6, now, sizeof *so_far);                                                                 \
                now[0] += in[i];                                                                                       \
                now[1] = in[i] < now[1] ? in[i] : now[1];                                                              \
                now[2] = in[i] > now[2] ? in[i] : now[2];                                                              \
                memcpy(want + 3, now, sizeof *so_far);                                                                 \
            }                                                                                                          \
            for (size_t i = 0; i < items; i++) {                                                                       \
                memcpy(wanted[i], so_far[places[i].group], sizeof *so_far);                                            \
                for (int f = 0; f < 9; f++)                                                                            \
                    if (out[i * 9 + f] != wanted[i][f])                                                                \
                        fail_msg("range %d, item %zu, function %d: %g, expected %g", r, i, f, (double)out[i * 9 + f],  \
                                 (double)wanted[i][f]);                                                                \
            }                                                                                                          \
            free(so_far);                                                                                              \
            free(wanted);                                                                                              \
            free(places);                                                                                              \
            free(in);                                                                                                  \
            free(out);                                                                                                 \
        }                                                                                                              \
        CHECK(clReleaseProgram(program));                                                                              \
    }
ARITHMETIC_CASE(int, cl_int, INT_MIN, INT_MAX)
ARITHMETIC_CASE(uint, cl_uint, 0, UINT_MAX)
ARITHMETIC_CASE(long, cl_long, LONG_MIN, LONG_MAX)
ARITHMETIC_CASE(ulong, cl_ulong, 0, ULONG_MAX)
ARITHMETIC_CASE(float, cl_float, -INFINITY, INFINITY)
ARITHMETIC_CASE(double, cl_double, -INFINITY, INFINITY)

// A predicate that one work-item of some groups differs in.
static void
votes(void **state)
{
    (void)state;
    for (int r = 0; r < RANGES; r++) {
        size_t items = count_items(ranges[r]);
        cl_int *out = calloc(items * 4, sizeof *out);

        assert_non_null(out);
        test_run("kernel void k(global int *out) {\n"
                 "  size_t l = get_local_linear_id(), i = " LINEAR ";\n"
                 "  out += i * 4;\n"
                 "  out[0] = work_group_all(l == 5 ? 0 : 1 << (l & 31)); out[1] = work_group_all(l != 10000);\n"
                 "  out[2] = work_group_any(l == 7 ? -4 : 0); out[3] = work_group_any(l == 10000); }",
                 "-cl-std=CL3.0", "k", ranges[r], {TEST_BUFFER, out, items * 4 * sizeof *out});
        for (size_t i = 0; i < items; i++) {
            struct place me = place_of(ranges[r], i);

            assert_int_equal(out[i * 4] != 0, me.items <= 5);
            assert_true(out[i * 4 + 1] != 0);
            assert_int_equal(out[i * 4 + 2] != 0, me.items > 7);
            assert_true(out[i * 4 + 3] == 0);
        }
        free(out);
    }
}

// From the middle of each group.
static void
broadcasts(void **state)
{
    (void)state;
    for (int r = 0; r < RANGES; r++) {
        size_t items = count_items(ranges[r]);
        cl_double *out = calloc(items, sizeof *out);

        assert_non_null(out);
        test_run("kernel void k(global double *out) {\n"
                 "  size_t i = " LINEAR ";\n"
                 "  size_t x = get_local_size(0) / 2, y = get_local_size(1) / 2, z = get_local_size(2) / 2;\n"
                 "  double v = (double)i;\n"
                 "  out[i] = DIMENSIONS == 1 ? work_group_broadcast(v, x)\n"
                 "         : DIMENSIONS == 2 ? work_group_broadcast(v, x, y) : work_group_broadcast(v, x, y, z); }",
                 ranges[r].dimensions == 1   ? "-cl-std=CL3.0 -DDIMENSIONS=1"
                 : ranges[r].dimensions == 2 ? "-cl-std=CL3.0 -DDIMENSIONS=2"
                                             : "-cl-std=CL3.0 -DDIMENSIONS=3",
                 "k", ranges[r], {TEST_BUFFER, out, items * sizeof *out});
        for (size_t i = 0; i < items; i++) {
            struct place me = place_of(ranges[r], i), from = place_of(ranges[r], (size_t)out[i]);

            assert_int_equal(from.group, me.group);
            for (int d = 0; d < 3; d++)
                assert_int_equal(from.local[d], me.size[d] / 2);
        }
        free(out);
    }
}

// Values live across them, loops run a number of times that differs by group, and local memory is the kernel's.
static void
in_loops_and_helper_functions(void **state)
{
    enum { ITEMS = 960, GROUP = 48 };
    cl_uint out[ITEMS];

    (void)state;
    memset(out, 0, sizeof out);
    test_run("uint total(uint x) { return work_group_reduce_add(x) + work_group_scan_exclusive_max(x); }\n"
             "kernel void k(global uint *out) {\n"
             "  local uint shared[48];\n"
             "  uint l = get_local_id(0), sum = l;\n"
             "  shared[l] = l * 3;\n"
             "  for (uint i = 0; i <= get_group_id(0) % 4; i++) {\n"
             "    sum += total(sum + i);\n"
             "    if (work_group_any(sum > 100000)) sum &= 0xffff;\n"
             "    sum += shared[(l + i) % 48]; }\n"
             "  out[get_global_id(0)] = sum; }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out));
    for (cl_uint g = 0; g < ITEMS / GROUP; g++) {
        cl_uint sums[GROUP];

        for (cl_uint l = 0; l < GROUP; l++)
            sums[l] = l;
        for (cl_uint i = 0; i <= g % 4; i++) {
            cl_uint all = 0, most = 0, any = 0;

            for (cl_uint l = 0; l < GROUP; l++)
                all += sums[l] + i;
            for (cl_uint l = 0; l < GROUP; l++) {
                cl_uint own = sums[l] + i;

                sums[l] += all + most;
                most = own > most ? own : most;
                any |= sums[l] > 100000;
            }
            for (cl_uint l = 0; l < GROUP; l++)
                sums[l] = (any ? sums[l] & 0xffff : sums[l]) + (l + i) % GROUP * 3;
        }
        for (cl_uint l = 0; l < GROUP; l++)
            assert_int_equal(out[g * GROUP + l], sums[l]);
    }
}

// Results of a narrow type are still read while the next function's values, of a wider type, are left. WHO: all
// work-items of a group, or of a sub-group of 32.
static void
types_of_different_sizes(void **state)
{
    enum { ITEMS = 352, GROUP = 88 };
    static const char source[] =
        "#define F(name) CAT(WHO, name)\n"
        "#define CAT(a, b) CAT2(a, b)\n"
        "#define CAT2(a, b) a##b\n"
        "kernel void k(global const int *in, global long *out) {\n"
        "  size_t i = get_global_id(0);\n"
        "  int x = in[i], most = F(reduce_max)(x);\n"
        "  long below = F(reduce_add)((long)(most - x));\n"
        "  int any = F(any)(x == 17);\n"
        "  double before = F(scan_exclusive_add)((double)x);\n"
        "  float least = F(reduce_min)((float)x);\n"
        "  ulong third = F(broadcast)((ulong)x << 33, 2);\n"
        "  out += i * 6;\n"
        "  out[0] = most; out[1] = below; out[2] = any != 0; out[3] = before; out[4] = least; out[5] = third; }";
    static cl_int in[ITEMS];
    static cl_long out[ITEMS * 6];

    (void)state;
    for (int i = 0; i < ITEMS; i++)
        in[i] = (int)(i * 2654435761u >> 9) % 300;
    for (size_t n = 0; test_set_width(n / 2); n++) {
        const bool of_sub_group = n % 2;

        memset(out, 0, sizeof out);
        test_run(source, of_sub_group ? "-cl-std=CL3.0 -DWHO=sub_group_" : "-cl-std=CL3.0 -DWHO=work_group_", "k",
                 RANGE1(ITEMS, GROUP), BUFFER(in), BUFFER(out));
        for (int i = 0; i < ITEMS; i++) {
            const int local = i % GROUP, first = of_sub_group ? i - local % 32 : i - local;
            const int left = GROUP - first % GROUP, count = of_sub_group && left > 32 ? 32 : left;
            cl_long wanted[6] = {INT_MIN, 0, 0, 0, INT_MAX, (cl_long)in[first + 2] << 33};

            for (int j = first; j < first + count; j++) {
                wanted[0] = in[j] > wanted[0] ? in[j] : wanted[0];
                wanted[2] |= in[j] == 17;
                wanted[3] += j < i ? in[j] : 0;
                wanted[4] = in[j] < wanted[4] ? in[j] : wanted[4];
            }
            for (int j = first; j < first + count; j++)
                wanted[1] += wanted[0] - in[j];
            for (int f = 0; f < 6; f++)
                if (out[i * 6 + f] != wanted[f])
                    fail_msg("width '%s', %s, item %d, function %d: %lld, expected %lld", test_widths[n / 2],
                             of_sub_group ? "sub-groups" : "groups", i, f, (long long)out[i * 6 + f],
                             (long long)wanted[f]);
        }
    }
}

static void
a_program_of_1_2_may_have_functions_of_these_names(void **state)
{
    cl_int out[4] = {0};

    (void)state;
    test_run("int work_group_all(int x) { return x + 1; }\n"
             "kernel void k(global int *out) { out[get_global_id(0)] = work_group_all(get_global_id(0)); }",
             "", "k", RANGE1(4, 4), BUFFER(out));
    for (int i = 0; i < 4; i++)
        assert_int_equal(out[i], i + 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_of_int),
        cmocka_unit_test(arithmetic_of_uint),
        cmocka_unit_test(arithmetic_of_long),
        cmocka_unit_test(arithmetic_of_ulong),
        cmocka_unit_test(arithmetic_of_float),
        cmocka_unit_test(arithmetic_of_double),
        cmocka_unit_test(votes),
        cmocka_unit_test(broadcasts),
        cmocka_unit_test(in_loops_and_helper_functions),
        cmocka_unit_test(types_of_different_sizes),
        cmocka_unit_test(a_program_of_1_2_may_have_functions_of_these_names),
    };

    return cmocka_run_group_tests_name("collectives", tests, test_begin, test_end);
}
