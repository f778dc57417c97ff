// SPDX-License-Identifier: Apache-2.0
// Questions about ids that say which work-items of a row have something to do: at the bound, where ids wrap, and where
// nobody or everybody has. At all widths.
#include <stdio.h>
#include <string.h>

#include "conformance/tests/support.h"

enum { GROUPS = 3, MOST = 40, ROWS = 3, PLACES = GROUPS * MOST * ROWS };

typedef unsigned char uchar;
typedef unsigned int uint;
typedef unsigned long ulong;

// Of the global id i, the local ids l and y, and n and m, which are longs. Where C would leave it open what comes out,
// numbers are unsigned.
#define CONDITIONS(X)                                                                                                  \
    X(int_less, (int)i < (int)n)                                                                                       \
    X(int_at_most, (int)i <= (int)n)                                                                                   \
    X(int_beyond, !((int)n <= (int)i))                                                                                 \
    X(uint_less, (uint)i < (uint)n)                                                                                    \
    X(long_less, (long)i < n)                                                                                          \
    X(ulong_at_most, i <= (ulong)n)                                                                                    \
    X(int_in_long, (long)(int)i <= n)                                                                                  \
    X(uint_in_long, (long)(uint)i < n)                                                                                 \
    X(uchar_less, (uchar)i < (uchar)n)                                                                                 \
    X(short_at_most, (short)i <= (short)n)                                                                             \
    X(equal, (int)i == (int)n)                                                                                         \
    X(one, (int)l == 0)                                                                                                \
    X(of_group, (int)l < (int)m)                                                                                       \
    X(both, (int)i < (int)n && (int)l < (int)m)                                                                        \
    X(either, (int)i < (int)n || (int)l < (int)m)                                                                      \
    X(choice, m > 5 ? (int)i < (int)n : (int)l == 3)                                                                   \
    X(nobody, m > 1000 && i < (ulong)n)                                                                                \
    X(all_or_none, m > 5)                                                                                              \
    X(row, (int)y < (int)m)                                                                                            \
    X(part_of_row, (int)y == 1 && (int)l < (int)n)                                                                     \
    X(row_or_part, (int)y == 1 ? (int)l < (int)n : (int)y < (int)m)                                                    \
    X(anybody, m > 3 || i < (ulong)n)                                                                                  \
    X(other_rows, !((int)y == 1 && ((n * 3 ^ m) & 7) > 2))                                                             \
    X(rows_or_all, (int)y == 1 || ((n * 3 ^ m) & 7) > 2)                                                               \
    X(odd_too, (int)i < (int)n && (i & 1))                                                                             \
    X(sum, (uint)i + 3u < (uint)n)                                                                                     \
    X(difference, i - 10ul < (ulong)n)                                                                                 \
    X(guarded_difference, i >= 10ul && i - 10ul < (ulong)n)                                                            \
    X(between, (long)i >= m && (long)i < n)                                                                            \
    X(of_room, (int)l + (int)(m & 63) < 40)                                                                            \
    X(int_at_least, (int)i >= (int)n)                                                                                  \
    X(uint_more, (uint)i > (uint)n)                                                                                    \
    X(long_more, (long)i > n)                                                                                          \
    X(of_group_at_least, (int)l >= (int)m)                                                                             \
    X(inside, (int)l > 0 && (int)l < (int)m)                                                                           \
    X(outside, (int)l < 3 || (int)l >= (int)m)                                                                         \
    X(unequal, (int)i != (int)n)                                                                                       \
    X(no_end, (long)l != m && (int)l != 0)                                                                             \
    X(any_end, (long)l == m || (int)l == 0)                                                                            \
    X(ulong_equal, i == (ulong)n)                                                                                      \
    X(part_of_row_between, (int)y > 0 && (int)y < (int)m && (int)l >= 5 && (uint)i <= (uint)n)                         \
    X(int_of_sum, (int)(i + (ulong)n) < (int)m)                                                                        \
    X(int_of_sum_at_least, (int)((uint)i + (uint)n) >= (int)m)                                                         \
    X(uint_of_difference, (uint)i - (uint)n <= (uint)m)                                                                \
    X(long_of_int_sum, (long)(int)((uint)i + (uint)n) <= m)                                                            \
    X(ulong_of_uint_sum, (ulong)((uint)l - (uint)n) > (ulong)m)                                                        \
    X(long_equal_to_int_sum, (long)(int)((uint)l + (uint)n) == m - 0x80000000l)                                        \
    X(guarded_equal, (int)l >= 3 && (long)((int)l - 3 + (-0x7fffffff - 1)) == n)                                       \
    X(guarded_sum, (int)l >= 3 && (long)((int)l - 3 + (-0x7fffffff - 1)) + n < m)                                      \
    X(long_of_sum, (long)(i + (ulong)n) > m)                                                                           \
    X(sums_between, (int)((uint)l + (uint)n) > 3 && (int)((uint)l + (uint)n) < (int)m)

#define KERNELS(NAME, CONDITION)                                                                                       \
    "kernel void " #NAME "(global int *o, long n, long m, int rounds) { IDS if (" #CONDITION ") o[at] += 1; }\n"       \
    "kernel void " #NAME "_leaves(global int *o, long n, long m, int rounds) { IDS if (!(" #CONDITION                  \
    ")) return; o[at] += 1; }\n"                                                                                       \
    "kernel void " #NAME "_after(global int *o, long n, long m, int rounds) { IDS if (m & 1) o[at] += 1;\n"            \
    "  if (" #CONDITION ") o[at] += 1; }\n"                                                                            \
    "kernel void " #NAME "_else(global int *o, long n, long m, int rounds) { IDS if (" #CONDITION ") o[at] += 1;\n"    \
    "  else for (int k = 0; k < rounds; k++) o[at] += k + 1; }\n"                                                      \
    "kernel void " #NAME "_tells(global int *o, long n, long m, int rounds) { IDS o[at] += " #CONDITION                \
    " ? 1 : 0; }\n"                                                                                                    \
    "kernel void " #NAME "_meets(global int *o, long n, long m, int rounds) { IDS local int t[3][40]; t[y][l] = 0;\n"  \
    "  barrier(CLK_LOCAL_MEM_FENCE); if (" #CONDITION ") t[y][l] += 1; barrier(CLK_LOCAL_MEM_FENCE);\n"                \
    "  o[at - l + get_local_size(0) - 1 - l] += t[y][get_local_size(0) - 1 - l]; }\n"                                  \
    "kernel void " #NAME "_rounds(global int *o, long n, long m, int rounds) { IDS\n"                                  \
    "  for (int k = 0; k < rounds; k++) { if (" #CONDITION ") o[at] += 1; n++, m--;\n"                                 \
    "    barrier(CLK_GLOBAL_MEM_FENCE); } }\n"

static const char source[] =
    "#define IDS const ulong i = get_global_id(0), l = get_local_id(0), y = get_local_id(1), \\\n"
    "  at = i - get_global_offset(0) + y * get_global_size(0);\n" CONDITIONS(KERNELS);

#define HOLDS(NAME, CONDITION)                                                                                         \
    static bool NAME##_holds(ulong i, ulong l, ulong y, long n, long m)                                                \
    {                                                                                                                  \
        (void)i, (void)l, (void)y, (void)n, (void)m;                                                                   \
        return CONDITION;                                                                                              \
    }
CONDITIONS(HOLDS)

static const struct {
    const char *name;
    bool (*holds)(ulong i, ulong l, ulong y, long n, long m);
} conditions[] = {
#define ROW(NAME, CONDITION) {#NAME, NAME##_holds},
    CONDITIONS(ROW)
#undef ROW
};

struct launch {
    size_t offset, items;
    long n, m;
};

static void
check(cl_kernel kernel, cl_mem out, const char *form, size_t which, bool twice, struct launch l, const char *width)
{
    const size_t all[] = {l.items * GROUPS - l.items / 3, ROWS}, local[] = {l.items, ROWS}, offset[] = {l.offset, 0};
    const cl_int zero = 0;
    bool (*holds)(ulong, ulong, ulong, long, long) = conditions[which].holds;
    const cl_int rounds = 2;
    cl_int got[PLACES];

    CHECK(clEnqueueFillBuffer(test_queue, out, &zero, sizeof(zero), 0, sizeof(got), 0, NULL, NULL));
    CHECK(clSetKernelArg(kernel, 1, sizeof(l.n), &l.n));
    CHECK(clSetKernelArg(kernel, 2, sizeof(l.m), &l.m));
    CHECK(clSetKernelArg(kernel, 3, sizeof(rounds), &rounds));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 2, offset, all, local, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, out, CL_TRUE, 0, sizeof(got), got, 0, NULL, NULL));
    for (size_t at = 0; at < PLACES; at++) {
        const size_t x = at % all[0], y = at / all[0];
        int wanted = 0;

        if (y < ROWS)
            wanted = holds(l.offset + x, x % l.items, y, l.n, l.m) +
                     (twice && holds(l.offset + x, x % l.items, y, l.n + 1, l.m - 1));
        if (y < ROWS && strcmp(form, "_after") == 0)
            wanted += l.m & 1;
        if (y < ROWS && strcmp(form, "_else") == 0)
            wanted = wanted ? 1 : 3;
        if (got[at] != wanted)
            fail_msg("%s%s, width '%s', groups of %zu from %zu on, n %ld, m %ld, work-item (%zu, %zu): %d, expected %d",
                     conditions[which].name, form, width, l.items, l.offset, l.n, l.m, x, y, got[at], wanted);
    }
}

static void
check_condition(cl_program program, cl_mem out, size_t which, const char *width)
{
    static const char *const forms[] = {"", "_leaves", "_tells", "_meets", "_rounds", "_after", "_else"};
    static const size_t offsets[] = {0, 0x7fffffecu, 0xfffffff3u, 0x7fffffffffffffe1u};
    static const long limits[] = {0, 1, 8, 17, 50, 120, -1, 0x7fffffff, 0x80000000, -0x7fffffff - 1, 0x100000003};

    for (size_t f = 0; f < sizeof(forms) / sizeof(forms[0]); f++) {
        char name[64];
        cl_int err;

        snprintf(name, sizeof(name), "%s%s", conditions[which].name, forms[f]);
        cl_kernel kernel = clCreateKernel(program, name, &err);
        CHECK(err);
        CHECK(clSetKernelArg(kernel, 0, sizeof(out), &out));
        for (size_t o = 0; o < sizeof(offsets) / sizeof(offsets[0]); o++) {
            for (size_t n = 0; n < sizeof(limits) / sizeof(limits[0]); n++) {
                struct launch l = {offsets[o], n % 2 ? MOST : 19, limits[n], limits[(n + o + f) % 6]};

                check(kernel, out, forms[f], which, f == 4, l, width);
                l.n = (long)(offsets[o] + (size_t)limits[n]); // near the ids
                check(kernel, out, forms[f], which, f == 4, l, width);
            }
        }
        CHECK(clReleaseKernel(kernel));
    }
}

static void
rows_end_where_the_condition_says(void **state)
{
    cl_int err;
    cl_mem out = clCreateBuffer(test_context, 0, sizeof(cl_int) * PLACES, NULL, &err);

    (void)state;
    CHECK(err);
    for (size_t w = 0; test_set_width(w); w++) {
        cl_program program = test_build(source, "-cl-std=CL3.0");

        for (size_t which = 0; which < sizeof(conditions) / sizeof(conditions[0]); which++)
            check_condition(program, out, which, test_widths[w]);
        CHECK(clReleaseProgram(program));
    }
    CHECK(clReleaseMemObject(out));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_end_where_the_condition_says),
    };

    return cmocka_run_group_tests_name("row_bounds", tests, test_begin, test_end);
}
