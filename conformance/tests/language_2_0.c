// SPDX-License-Identifier: Apache-2.0
// What OpenCL C 2.0 added to 1.2, and programs of 2.0 use without asking: all of it is there under -cl-std=CL2.0.
#include <string.h>

#include "conformance/tests/support.h"

enum { ITEMS = 96, GROUP = 32 };

// Kernels that write a number for each work-item: `text` has the program and `f` the expression of it.
static void
check(const char *text, cl_int (*expected)(cl_int i))
{
    static const char *const options[] = {"-cl-std=CL2.0", "-cl-std=CL2.0 -cl-opt-disable"};

    for (size_t w = 0; test_set_width(w); w++)
        for (int o = 0; o < (w ? 1 : 2); o++) {
            cl_int out[ITEMS] = {0};

            test_run(text, options[o], "k", RANGE1(ITEMS, GROUP), BUFFER(out));
            for (int i = 0; i < ITEMS; i++)
                assert_int_equal(out[i], expected(i));
        }
}

#define BODY(text) "kernel void k(global int *o) { int i = get_global_id(0), l = get_local_id(0); " text " }"
// clang-format off
#define CASES(CASE)                                                                                                    \
    CASE(blocks_without_captures, 3 * i - 4,                                                                           \
         BODY("int (^times)(int, int) = ^(int x, int y) { return x * y; }; o[i] = times(i, 3) + ^{ return -4; }();"))  \
    CASE(blocks_capture_by_value, 10 * i + 7 + 3,                                                                      \
         BODY("int n = 7; struct { int a[4]; } s = {{1, 2, 3, 4}};\n"                                                  \
              "int (^f)(int) = ^(int x) { return x * 10 + n + s.a[2]; }; n = 100; s.a[2] = 100; o[i] = f(i);"))        \
    CASE(blocks_capture_arrays_by_reference, 5 + i,                                                                    \
         BODY("int a[2] = {1, 2}; int *p = a; int (^f)(void) = ^{ return p[1] + i; }; a[1] = 5; o[i] = f();"))         \
    CASE(blocks_in_blocks, i + 7 + 1,                                                                                  \
         BODY("int n = 7; int (^f)(int) = ^(int x) { int (^g)(int) = ^(int y) { return y + n; }; return g(x) + 1; };\n"\
              "o[i] = f(i);"))                                                                                         \
    CASE(blocks_of_the_program, 2 * (i + 3),                                                                           \
         "int three = 3; typedef int (^op_t)(int);\n"                                                                  \
         "constant op_t plus = ^(int x) { return x + three; };\n"                                                      \
         "int twice(int x) { op_t f = ^(int y) { return 2 * plus(y); }; return f(x); }\n" BODY("o[i] = twice(i);"))    \
    CASE(blocks_ask_for_their_work_item, i + (i % GROUP) + GROUP,                                                      \
         BODY("int (^f)(void) = ^{ return (int)(get_global_id(0) + get_local_id(0) + get_local_size(0)); };\n"         \
              "o[i] = f();"))                                                                                          \
    CASE(blocks_in_divergent_code, i & 1 ? 3 * i : -i,                                                                 \
         BODY("int (^a)(int) = ^(int x) { return x * 3; }; int (^b)(int) = ^(int x) { return -x; };\n"                 \
              "if (i & 1) o[i] = a(i); else o[i] = b(i);"))                                                            \
    CASE(blocks_write_memory, i + 40,                                                                                  \
         BODY("global int *to = o; void (^put)(int, int) = ^(int at, int v) { to[at] = v; }; put(i, i + 40);"))        \
    CASE(addresses_as_initializers, 5 + 30 + 7 + i,                                                                    \
         "int counter = 5; global int *to = &counter; global int table[3] = {10, 20, 30};\n"                           \
         "typedef struct { global int *p; int n; } pair; pair both = {&table[2], 7};\n"                                \
         "global int *global list[2] = {&counter, table};\n"                                                           \
         BODY("o[i] = *to + *both.p + both.n + i + (list[0] == to ? 0 : 1000) + (list[1] + 2 == both.p ? 0 : 1000);")) \
    CASE(static_variables, 12 + i,                                                                                     \
         "int seen(void) { static int calls = 12; return calls; }\n"                                                   \
         "global int *where(void) { static global int kept[2]; return kept; }\n"                                       \
         BODY("o[i] = seen() + i + where()[1];"))                                                                      \
    CASE(generic_pointers, 1 + 2 + 3 + i,                                                                              \
         "int get(int *p) { return *p; } int three = 3;\n"                                                             \
         BODY("local int two; int one = 1; two = 2; work_group_barrier(CLK_LOCAL_MEM_FENCE); o[i] = i;\n"              \
              "o[i] = get(&one) + get(&two) + get(&three) + get(&o[i]);"))                                             \
    CASE(atomics_by_their_defaults, GROUP + 2,                                                                         \
         BODY("local atomic_int sum; local atomic_flag flag; local int wins; if (l == 0) { atomic_init(&sum, 1); wins = 0;\n" \
              "atomic_flag_clear(&flag); } barrier(CLK_LOCAL_MEM_FENCE); atomic_fetch_add(&sum, 1);\n"                 \
              "if (!atomic_flag_test_and_set(&flag)) wins = 1; barrier(CLK_LOCAL_MEM_FENCE); o[i] = atomic_load(&sum) + wins;")) \
    CASE(variables_that_are_atomic, 41,                                                                                \
         "global atomic_int a = ATOMIC_VAR_INIT(41);\n" BODY("o[i] = atomic_load(&a);"))                               \
    CASE(work_group_functions, GROUP * (GROUP - 1) / 2 + i % GROUP + 2,                                                \
         BODY("o[i] = work_group_reduce_add(l) + work_group_scan_exclusive_add(1) + work_group_all(1) +\n"             \
              "work_group_any(l == 3);"))                                                                              \
    CASE(sub_groups, 32 + i % 32,                                                                                      \
         BODY("o[i] = sub_group_reduce_add(1) + get_sub_group_local_id() + get_sub_group_id();"))                      \
    CASE(linear_ids, i + i % GROUP + GROUP,                                                                            \
         BODY("o[i] = get_global_linear_id() + get_local_linear_id() + get_enqueued_local_size(0);"))
// clang-format on

#define TEST(name, expression, text)                                                                                   \
    static cl_int name##_expected(cl_int i)                                                                            \
    {                                                                                                                  \
        return (expression) + 0 * i;                                                                                   \
    }                                                                                                                  \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        check(text, name##_expected);                                                                                  \
    }

// clang-format off
CASES(TEST)
// clang-format on

static void
macros(void **state)
{
    (void)state;
    CHECK(test_try_build(
        "#if __OPENCL_C_VERSION__ != CL_VERSION_2_0 || CL_VERSION_2_0 != 200 || __OPENCL_VERSION__ < 200\n"
        "#error version\n#endif\n#if !defined(cl_khr_fp64) || !defined(__IMAGE_SUPPORT__)\n#error\n#endif\n"
        "kernel void k() {}",
        "-cl-std=CL2.0", NULL, 0));
}

static void
blocks_are_used_as_they_may_be(void **state)
{
    static const char *const wrong[] = {
        "int f(int (^b)(int)) { return b(1); }\nkernel void k() {}",
        "kernel void k(global int *o) { int (^b)(int); *o = b(1); }",
        "kernel void k(global int *o) { int (^b)(int) = ^(int x) { return x; }; b = ^(int x) { return 2; }; }",
        "kernel void k(global int *o) { int (^b[2])(int) = {^(int x) { return x; }, ^(int x) { return 1; }}; }",
        "kernel void k(global int *o) { __block int n = 1; }",
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(test_try_build(wrong[i], "-cl-std=CL2.0", NULL, 0), CL_BUILD_PROGRAM_FAILURE);
}

#define NAME(name, ...) cmocka_unit_test(name),

int
main(void)
{
    const struct CMUnitTest tests[] = {
        CASES(NAME) cmocka_unit_test(macros),
        cmocka_unit_test(blocks_are_used_as_they_may_be),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
