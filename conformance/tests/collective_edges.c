// SPDX-License-Identifier: Apache-2.0
// Work-group collective functions at their edges: extreme values, identities, every work-item as a source, all sizes of
// groups, and the control flow that they may stand in.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

static void
the_example_of_the_specification(void **state)
{
    const cl_int in[8] = {3, 1, 7, 0, 4, 1, 6, 3}, inclusive[8] = {3, 4, 11, 11, 15, 16, 22, 25};
    const cl_int exclusive[8] = {0, 3, 4, 11, 11, 15, 16, 22};
    cl_int data[8], out[8][2];

    (void)state;
    memcpy(data, in, sizeof in);
    test_run("kernel void k(global const int *p, global int2 *out) {\n"
             "  out[get_local_id(0)] = (int2)(work_group_scan_inclusive_add(p[get_local_id(0)]),\n"
             "                                work_group_scan_exclusive_add(p[get_local_id(0)])); }",
             "-cl-std=CL3.0", "k", RANGE1(8, 8), BUFFER(data), BUFFER(out));
    for (int i = 0; i < 8; i++) {
        assert_int_equal(out[i][0], inclusive[i]);
        assert_int_equal(out[i][1], exclusive[i]);
    }
}

// The least and the greatest values are values as well; what an exclusive scan gives the first work-item is the
// identity.
static const char extremes[] =
    "kernel void k(global const T *in, global T *out) {\n"
    "  size_t g = get_global_id(0); T x = in[g]; out += g * 6;\n"
    "  out[0] = work_group_reduce_min(x); out[1] = work_group_reduce_max(x);\n"
    "  out[2] = work_group_scan_inclusive_min(x); out[3] = work_group_scan_inclusive_max(x);\n"
    "  out[4] = work_group_scan_exclusive_min(x); out[5] = work_group_scan_exclusive_max(x); }";

#define EXTREMES_CASE(T, cl_T, smallest, largest, ...)                                                                 \
    static void extreme_values_of_##T(void **state)                                                                    \
    {                                                                                                                  \
        enum { ITEMS = 190, GROUP = 19 };                                                                              \
        static const cl_T values[] = {__VA_ARGS__};                                                                    \
        cl_T in[ITEMS], out[ITEMS][6];                                                                                 \
                                                                                                                       \
        (void)state;                                                                                                   \
        /* Groups that have only one of the values, those that have two, and those that have all. */                   \
        for (int i = 0; i < ITEMS; i++) {                                                                              \
            int n = sizeof values / sizeof *values, q = i / GROUP;                                                     \
                                                                                                                       \
            in[i] = values[q < n ? q : q == n ? i % 2 : i * 7 % 11 % n];                                               \
        }                                                                                                              \
        test_run(extremes, "-cl-std=CL3.0 -DT=" #T, "k", RANGE1(ITEMS, GROUP), BUFFER(in), BUFFER(out));               \
        for (int q = 0; q < ITEMS / GROUP; q++) {                                                                      \
            cl_T least = largest, most = smallest;                                                                     \
                                                                                                                       \
            for (int i = q * GROUP; i < (q + 1) * GROUP; i++) {                                                        \
                assert_true(out[i][4] == least && out[i][5] == most);                                                  \
                least = in[i] < least ? in[i] : least;                                                                 \
                most = in[i] > most ? in[i] : most;                                                                    \
                assert_true(out[i][2] == least && out[i][3] == most);                                                  \
            }                                                                                                          \
            for (int i = q * GROUP; i < (q + 1) * GROUP; i++)                                                          \
                assert_true(out[i][0] == least && out[i][1] == most);                                                  \
        }                                                                                                              \
    }
EXTREMES_CASE(int, cl_int, INT_MIN, INT_MAX, INT_MIN, INT_MAX, -1, 0, 1, INT_MIN + 1, INT_MAX - 1)
EXTREMES_CASE(uint, cl_uint, 0, UINT_MAX, 0, UINT_MAX, 1, INT_MAX, (cl_uint)INT_MAX + 1, UINT_MAX - 1)
EXTREMES_CASE(long, cl_long, LONG_MIN, LONG_MAX, LONG_MIN, LONG_MAX, -1, 0, (cl_long)UINT_MAX, -(cl_long)UINT_MAX,
              INT_MIN)
EXTREMES_CASE(ulong, cl_ulong, 0, ULONG_MAX, 0, ULONG_MAX, 1, LONG_MAX, (cl_ulong)LONG_MAX + 1, UINT_MAX,
              (cl_ulong)UINT_MAX + 1)
EXTREMES_CASE(float, cl_float, -INFINITY, INFINITY, -INFINITY, INFINITY, -FLT_MAX, FLT_MAX, 0, FLT_MIN, -1)
EXTREMES_CASE(double, cl_double, -INFINITY, INFINITY, -INFINITY, INFINITY, -DBL_MAX, DBL_MAX, 0, DBL_MIN, -1)

// Sums of unsigned values wrap; the sum of no floats is zero, and infinities stay what they are.
static void
sums_at_their_limits(void **state)
{
    enum { ITEMS = 100, GROUP = 25 };
    cl_uint out[ITEMS][3];
    cl_float f[ITEMS][3];

    (void)state;
    test_run("kernel void k(global uint *out) { uint g = get_global_id(0), x = 0xfffffff0u + g; out += g * 3;\n"
             "  out[0] = work_group_reduce_add(x); out[1] = work_group_scan_inclusive_add(x); out[2] = "
             "work_group_scan_exclusive_add(x); }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out));
    test_run("kernel void k(global float *out) { uint g = get_global_id(0); float x = g == 60 ? -INFINITY : 0.5f; out "
             "+= g * 3;\n"
             "  out[0] = work_group_reduce_add(x); out[1] = work_group_scan_inclusive_add(x); out[2] = "
             "work_group_scan_exclusive_add(x); }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(f));
    for (cl_uint q = 0; q < ITEMS / GROUP; q++) {
        cl_uint sum = 0;

        for (cl_uint i = q * GROUP; i < (q + 1) * GROUP; i++) {
            assert_int_equal(out[i][2], sum);
            sum += 0xfffffff0u + i;
            assert_int_equal(out[i][1], sum);
            assert_true(f[i][0] == (q == 2 ? -INFINITY : 0.5f * GROUP));
            assert_true(f[i][1] == (q == 2 && i >= 60 ? -INFINITY : 0.5f * (i % GROUP + 1)));
            assert_true(f[i][2] == (q == 2 && i > 60 ? -INFINITY : 0.5f * (i % GROUP)));
        }
        for (cl_uint i = q * GROUP; i < (q + 1) * GROUP; i++)
            assert_int_equal(out[i][0], sum);
    }
}

// The order of additions is open, so the sums are as near as sums of any order are.
static void
sums_of_floats_in_any_order(void **state)
{
    enum { ITEMS = 1024, GROUP = 512 };
    static cl_float in[ITEMS], out[ITEMS][3];

    (void)state;
    for (int i = 0; i < ITEMS; i++)
        in[i] = (float)((i * 2654435761u >> 8) % 100003) / 1000.0f - 40.0f;
    test_run("kernel void k(global const float *in, global float *out) { size_t g = get_global_id(0); float x = in[g]; "
             "out += g * 3;\n"
             "  out[0] = work_group_reduce_add(x); out[1] = work_group_scan_inclusive_add(x); out[2] = "
             "work_group_scan_exclusive_add(x); }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(in), BUFFER(out));
    for (int q = 0; q < ITEMS / GROUP; q++) {
        double sum = 0, magnitude = 0;

        for (int i = q * GROUP; i < (q + 1) * GROUP; i++)
            magnitude += fabs(in[i]);
        for (int i = q * GROUP; i < (q + 1) * GROUP; i++) {
            assert_true(fabs(out[i][2] - sum) <= GROUP * magnitude * FLT_EPSILON);
            sum += in[i];
            assert_true(fabs(out[i][1] - sum) <= GROUP * magnitude * FLT_EPSILON);
        }
        for (int i = q * GROUP; i < (q + 1) * GROUP; i++) {
            assert_true(fabs(out[i][0] - sum) <= GROUP * magnitude * FLT_EPSILON);
            assert_true(out[i][0] == out[q * GROUP][0]); // one result for all
        }
    }
}

// Of every type, with one, two and three ids.
#define BROADCASTS                                                                                                     \
    "#define K(T) kernel void k_##T(global int *out) {\\\n"                                                            \
    "  const size_t nx = get_local_size(0), ny = get_local_size(1), nz = get_local_size(2), linear = "                 \
    "get_local_linear_id();\\\n"                                                                                       \
    "  const T offset = (T)get_group_id(0) + (T)100; T x = (T)linear * (T)3 + offset; int ok = 0;\\\n"                 \
    "  for (size_t c = 0; c < nz; c++) for (size_t b = 0; b < ny; b++) for (size_t a = 0; a < nx; a++) {\\\n"          \
    "    T v = DIMENSIONS == 1 ? work_group_broadcast(x, a) : DIMENSIONS == 2 ? work_group_broadcast(x, a, b)\\\n"     \
    "        : work_group_broadcast(x, a, b, c);\\\n"                                                                  \
    "    ok += v == (T)((c * ny + b) * nx + a) * (T)3 + offset; }\\\n"                                                 \
    "  out[get_global_linear_id()] = ok; }\n"                                                                          \
    "K(int) K(uint) K(long) K(ulong) K(float) K(double)"

static void
every_work_item_broadcasts(void **state)
{
    static const char *const kernels[] = {"k_int", "k_uint", "k_long", "k_ulong", "k_float", "k_double"};
    static const struct test_range ranges[] = {
        {1, {34}, {17}, {0}}, {2, {10, 7}, {5, 7}, {0}}, {3, {6, 4, 5}, {3, 4, 5}, {0}}, {1, {3}, {1}, {0}}};

    (void)state;
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        char options[60];
        const struct test_range *range = &ranges[r];
        cl_program program;
        size_t items = 1, group = 1;

        for (cl_uint d = 0; d < range->dimensions; d++) {
            items *= range->global[d];
            group *= range->local[d];
        }
        snprintf(options, sizeof options, "-cl-std=CL3.0 -DDIMENSIONS=%u", range->dimensions);
        program = test_build(BROADCASTS, options);
        for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
            cl_int out[120] = {0}, err;
            cl_kernel kernel = clCreateKernel(program, kernels[k], &err);
            cl_mem buffer;

            CHECK(err);
            buffer = clCreateBuffer(test_context, 0, sizeof out, NULL, &err);
            CHECK(err);
            CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
            CHECK(clEnqueueNDRangeKernel(test_queue, kernel, range->dimensions, NULL, range->global, range->local, 0,
                                         NULL, NULL));
            CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, items * sizeof *out, out, 0, NULL, NULL));
            for (size_t i = 0; i < items; i++)
                assert_int_equal(out[i], group);
            CHECK(clReleaseKernel(kernel));
            CHECK(clReleaseMemObject(buffer));
        }
        CHECK(clReleaseProgram(program));
    }
}

// Any value that is not 0 is true, of whichever bits.
static void
predicates_are_not_zero(void **state)
{
    enum { ITEMS = 96, GROUP = 32 };
    static const cl_int values[] = {INT_MIN, 1, -1, 256, 0x10000, 2, INT_MAX, 0x40000000};
    cl_int in[ITEMS], out[ITEMS][2];

    (void)state;
    for (int round = 0; round < 8; round++) {
        // Group 0: all; group 1: all but one; group 2: one.
        for (int i = 0; i < ITEMS; i++)
            in[i] = i < 32 || (i < 64) != (i % 32 == round * 4 + 1) ? values[(i + round) % 8] : 0;
        test_run("kernel void k(global const int *in, global int2 *out) { size_t g = get_global_id(0);\n"
                 "  out[g] = (int2)(work_group_all(in[g]), work_group_any(in[g])); }",
                 "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(in), BUFFER(out));
        for (int i = 0; i < ITEMS; i++) {
            assert_int_equal(out[i][0] != 0, i < 32);
            assert_int_equal(out[i][1] != 0, 1);
        }
    }
    memset(in, 0, sizeof in);
    test_run("kernel void k(global const int *in, global int2 *out) { size_t g = get_global_id(0);\n"
             "  out[g] = (int2)(work_group_all(in[g]), work_group_any(in[g])); }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(in), BUFFER(out));
    for (int i = 0; i < ITEMS; i++)
        assert_true(out[i][0] == 0 && out[i][1] == 0);
}

static void
groups_of_all_sizes(void **state)
{
    enum { MOST = 4096 };
    cl_program program =
        test_build("kernel void k(global int4 *out) {\n"
                   "  int g = get_global_id(0), l = get_local_id(0), n = get_local_size(0), x = (g * 37 + 11) % 1009;\n"
                   "  out[g] = (int4)(work_group_reduce_add(x), work_group_scan_exclusive_add(x), "
                   "work_group_scan_inclusive_max(x),\n"
                   "                  work_group_broadcast(x, n - 1) * 4 + 2 * (work_group_all(l < n) != 0) + "
                   "(work_group_any(l == n - 1) != 0)); }",
                   "-cl-std=CL3.0");
    cl_int(*out)[4] = calloc(MOST, sizeof *out), err;
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    cl_mem buffer;

    (void)state;
    CHECK(err);
    assert_non_null(out);
    buffer = clCreateBuffer(test_context, 0, MOST * sizeof *out, NULL, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    for (size_t n = 1; n <= MOST; n += n < 140 ? 1 : n > 4080 ? 1 : n < 4000 ? 127 : 5) {
        // As many groups as there is room for, up to three.
        const size_t items = n * (MOST / n < 3 ? MOST / n : 3);

        CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, &n, 0, NULL, NULL));
        CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, items * sizeof *out, out, 0, NULL, NULL));
        for (size_t first = 0; first < items; first += n) {
            cl_int sum = 0, most = INT_MIN, last = (cl_int)((first + n - 1) * 37 + 11) % 1009;

            for (size_t i = first; i < first + n; i++) {
                cl_int x = (cl_int)(i * 37 + 11) % 1009;

                assert_int_equal(out[i][1], sum);
                sum += x;
                most = x > most ? x : most;
                assert_int_equal(out[i][2], most);
                assert_int_equal(out[i][3], last * 4 + 3);
            }
            for (size_t i = first; i < first + n; i++)
                assert_int_equal(out[i][0], sum);
        }
    }
    free(out);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseProgram(program));
}

// Where all work-items of a group come and those of others need not.
static void
in_uniform_control_flow(void **state)
{
    enum { ITEMS = 168, GROUP = 21 };
    cl_int out[ITEMS];

    (void)state;
    test_run("int helper(int x, int q) {\n"
             "  if (q == 5) return x;\n"
             "  int y = work_group_scan_inclusive_add(x); return y + work_group_reduce_max(x); }\n"
             "kernel void k(global int *out, int rounds) {\n"
             "  int g = get_global_id(0), l = get_local_id(0), q = get_group_id(0), x = l % 5;\n"
             "  if (q == 6) { out[g] = -1; return; }\n"
             "  for (int r = 0; r < rounds; r++) {\n"
             "    switch ((q + r) % 4) {\n"
             "    case 0: x += work_group_reduce_add(x); break;\n"
             "    case 1: x = helper(x, q); // fall through\n"
             "    case 2: x -= q & 1 ? work_group_broadcast(x, r) : work_group_reduce_min(x); break; }\n"
             "    if (work_group_any(x > 1000) && work_group_all(x > -1000)) x = x % 1000;\n"
             "    if (r == q) break; }\n"
             "  while (work_group_reduce_max(x) > 500) x /= 2;\n"
             "  out[g] = x; }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out), VALUE((cl_int){4}));
    for (int q = 0; q < ITEMS / GROUP; q++) {
        cl_int x[GROUP];

        for (int l = 0; l < GROUP; l++)
            x[l] = l % 5;
        for (int r = 0; r < 4 && q != 6; r++) {
            cl_int sum = 0, most = INT_MIN, least = INT_MAX, y[GROUP], big = 0, all = 1;

            for (int l = 0; l < GROUP; l++) {
                sum += x[l];
                y[l] = sum;
                most = x[l] > most ? x[l] : most;
            }
            for (int l = 0; l < GROUP; l++)
                x[l] = (q + r) % 4 == 0 ? x[l] + sum : (q + r) % 4 == 1 && q != 5 ? y[l] + most : x[l];
            for (int l = 0; l < GROUP; l++)
                least = x[l] < least ? x[l] : least;
            if ((q + r) % 4 == 1 || (q + r) % 4 == 2)
                for (int l = 0, from = q & 1 ? x[r] : least; l < GROUP; l++)
                    x[l] -= from;
            for (int l = 0; l < GROUP; l++) {
                big |= x[l] > 1000;
                all &= x[l] > -1000;
            }
            for (int l = 0; l < GROUP && big && all; l++)
                x[l] %= 1000;
            if (r == q)
                break;
        }
        for (bool more = q != 6; more;) {
            more = false;
            for (int l = 0; l < GROUP; l++)
                more |= x[l] > 500;
            for (int l = 0; l < GROUP && more; l++)
                x[l] /= 2;
        }
        for (int l = 0; l < GROUP; l++)
            assert_int_equal(out[q * GROUP + l], q == 6 ? -1 : x[l]);
    }
}

// Scalars of 32 and 64 bits alone; versions before 2.0 have none of them.
static void
types_and_versions(void **state)
{
    static const char *const refused[] = {
        "float4 v = work_group_reduce_add((float4)1);", "int2 v = work_group_broadcast((int2)1, 0);",
        "int v = work_group_scan_inclusive_max();",     "int v = work_group_broadcast(1);",
        "int v = work_group_broadcast(1, 0, 0, 0, 0);", "int v = work_group_reduce_or(1);"};
    cl_int out[10];

    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char source[300];

        snprintf(source, sizeof source, "kernel void k(void) { %s }", refused[i]);
        assert_int_equal(test_try_build(source, "-cl-std=CL3.0", NULL, 0), CL_BUILD_PROGRAM_FAILURE);
    }
    assert_int_equal(
        test_try_build("kernel void k(global int *o) { o[0] = work_group_all(1); }", "-cl-std=CL1.2", NULL, 0),
        CL_BUILD_PROGRAM_FAILURE);
    // Smaller integers become ints.
    test_run("#ifndef __opencl_c_work_group_collective_functions\n#error\n#endif\n"
             "kernel void k(global int *out) { char c = get_local_id(0); ushort s = c * 1000;\n"
             "  out[get_local_id(0)] = work_group_reduce_add(s) + work_group_scan_inclusive_min(c); }",
             "-cl-std=CL3.0", "k", RANGE1(10, 10), BUFFER(out));
    for (int i = 0; i < 10; i++)
        assert_int_equal(out[i], 45000);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_specification), cmocka_unit_test(extreme_values_of_int),
        cmocka_unit_test(extreme_values_of_uint),           cmocka_unit_test(extreme_values_of_long),
        cmocka_unit_test(extreme_values_of_ulong),          cmocka_unit_test(extreme_values_of_float),
        cmocka_unit_test(extreme_values_of_double),         cmocka_unit_test(sums_at_their_limits),
        cmocka_unit_test(sums_of_floats_in_any_order),      cmocka_unit_test(every_work_item_broadcasts),
        cmocka_unit_test(predicates_are_not_zero),          cmocka_unit_test(groups_of_all_sizes),
        cmocka_unit_test(in_uniform_control_flow),          cmocka_unit_test(types_and_versions),
    };

    return cmocka_run_group_tests_name("collective_edges", tests, test_begin, test_end);
}
