// SPDX-License-Identifier: Apache-2.0
// Source as it is in the field: what earlier compilers took with a warning builds, unless -Werror is given.
#include <stdio.h>
#include <string.h>

#include "conformance/tests/support.h"

#define CASES(CASE)                                                                                                    \
    CASE(incompatible_pointer_types, "kernel void k(global float *p) { global int *q = p; *q = 1; }")                  \
    CASE(pointer_of_other_signedness, "kernel void k(global uint *p) { global int *q = p; *q = 1; }")                  \
    CASE(integer_to_pointer, "kernel void k(global int *p) { global int *q = 0x10; if (p == q) *p = 1; }")             \
    CASE(pointer_to_integer, "kernel void k(global int *p) { int i = p; *p = i; }")                                    \
    CASE(missing_return, "int f(int x) { if (x) return 1; }\nkernel void k(global int *p) { *p = f(1); }")             \
    CASE(argument_of_other_pointer_type, "void f(global char *c) { *c = 1; }\nkernel void k(global int *p) { f(p); }") \
    CASE(discarded_qualifier, "kernel void k(global const int *p) { global int *q = p; *q = 1; }")                     \
    CASE(unused_and_uninitialized, "kernel void k(global int *p) { int a, b; *p = b; }")

#define SOURCE(name, text) static const char source_##name[] = text;
CASES(SOURCE)

static const char *const versions[] = {
    "", "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"};

static void
builds_under_every_version(const char *source)
{
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        char log[4096];
        cl_int status = test_try_build(source, versions[i], log, sizeof log);

        if (status != CL_SUCCESS)
            fail_msg("with '%s': %d\n%s", versions[i], status, log);
    }
}

#define TEST_CASE(name, text)                                                                                          \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        builds_under_every_version(source_##name);                                                                     \
    }
CASES(TEST_CASE)

static void
warnings_are_in_the_log(void **state)
{
    char log[4096];

    (void)state;
    CHECK(test_try_build(source_incompatible_pointer_types, "", log, sizeof log));
    assert_non_null(strstr(log, "warning:"));
    assert_non_null(strstr(log, "incompatible pointer types"));
}

static void
werror_makes_them_errors(void **state)
{
    char log[4096];

    (void)state;
    assert_int_equal(test_try_build(source_incompatible_pointer_types, "-Werror", log, sizeof log),
                     CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, "error:"));
    assert_int_equal(test_try_build(source_missing_return, "-Werror", NULL, 0), CL_BUILD_PROGRAM_FAILURE);
}

static void
w_silences_them(void **state)
{
    char log[4096];

    (void)state;
    CHECK(test_try_build(source_incompatible_pointer_types, "-w", log, sizeof log));
    assert_null(strstr(log, "warning:"));
}

static void
old_extension_pragmas(void **state)
{
    (void)state;
    builds_under_every_version("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                               "#pragma OPENCL EXTENSION cl_amd_fp64 : enable\n"
                               "#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable\n"
                               "#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable\n"
                               "#pragma OPENCL EXTENSION cl_khr_local_int32_extended_atomics : enable\n"
                               "#pragma OPENCL EXTENSION all : disable\n"
                               "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                               "__kernel void k(__global double *p) { *p = 1.0; atom_inc((global int *)p); }");
}

static void
qualifiers_in_any_order_and_spelling(void **state)
{
    (void)state;
    builds_under_every_version(
        "__attribute__((reqd_work_group_size(1, 1, 1))) __kernel void k(const __global float *restrict a, "
        "float __global *__restrict b) { *b = *a; }\n"
        "kernel void j(int const global *a, global int *b) { *b = *a; }\n"
        "void kernel __attribute__((work_group_size_hint(4, 1, 1))) i(global int *b) { *b = 1; }");
}

static void
double_constants_in_single_precision_code(void **state)
{
    (void)state;
    builds_under_every_version("kernel void k(global float *p) { *p = *p * 2.0 + 1.5; p[1] = sqrt(p[0]) * 3; }");
}

static void
ambiguous_scalar_calls(void **state)
{
    (void)state;
    builds_under_every_version("kernel void k(global float *p) { p[0] = pow(p[0], 2.0f); p[1] = max(p[1], 0.0f); "
                               "p[2] = clamp(p[2], 0.0f, 1.0f); p[3] = fmin(p[3], 1.0f); p[4] = native_sin(p[4]); }");
}

static void
one_x_sees_every_builtin_of_its_version(void **state)
{
    static const char *const source =
        "kernel void k(global float *p, global int *i, global uint *u, local int *s) {\n"
        "  p[0] = mix(p[0], p[1], 0.5f) + fract(p[2], p + 3) + hypot(p[4], p[5]) + half_cos(p[6]) + mad(p[0], p[1], "
        "p[2]);\n"
        "  i[0] = mul24(i[0], i[1]) + rotate(i[2], 3) + (int)mul_hi(u[0], u[1]) + clz(i[3]) + atom_add(i, 1);\n"
        "  vstore4(vload4(0, p), 1, p); barrier(CLK_LOCAL_MEM_FENCE); mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
        "  read_mem_fence(CLK_LOCAL_MEM_FENCE); write_mem_fence(CLK_LOCAL_MEM_FENCE); prefetch(p, 4);\n"
        "  event_t e = async_work_group_copy(s, i, 4, 0); wait_group_events(1, &e);\n"
        "  p[7] = convert_float_rte(i[0]) + convert_float(convert_uchar_sat(p[0])) + as_float(i[1]); }";
    static const char *const later = "kernel void k(global int *i) { i[0] = popcount(i[1]); printf(\"%d\\n\", i[0]);\n"
                                     "  i[2] = shuffle((int4)(i[0]), (uint4)(0)).x; }";

    (void)state;
    for (size_t v = 1; v < 6; v++) {
        char log[4096];

        if (test_try_build(source, versions[v], log, sizeof log) != CL_SUCCESS)
            fail_msg("with '%s':\n%s", versions[v], log);
    }
    CHECK(test_try_build(later, "-cl-std=CL1.2", NULL, 0));
}

static void
version_macros(void **state)
{
    (void)state;
    CHECK(test_try_build("#if __OPENCL_C_VERSION__ != 100\n#error version\n#endif\nkernel void k() {}", "-cl-std=CL1.0",
                         NULL, 0));
    CHECK(test_try_build("#if __OPENCL_C_VERSION__ != 110\n#error version\n#endif\nkernel void k() {}", "-cl-std=CL1.1",
                         NULL, 0));
    CHECK(test_try_build("#if __OPENCL_C_VERSION__ != 120\n#error version\n#endif\nkernel void k() {}", "-cl-std=CL1.2",
                         NULL, 0));
    CHECK(test_try_build("#if __OPENCL_C_VERSION__ != 300\n#error version\n#endif\nkernel void k() {}", "-cl-std=CL3.0",
                         NULL, 0));
    CHECK(test_try_build(
        "#if __OPENCL_VERSION__ != 300 || CL_VERSION_1_2 != 120 || !defined(__ENDIAN_LITTLE__)\n#error macros\n"
        "#endif\n#ifndef __IMAGE_SUPPORT__\n#error images\n#endif\n#ifndef cl_khr_fp64\n#error fp64\n#endif\n"
        "#ifndef cl_khr_fp16\n#error fp16\n#endif\nkernel void k() {}",
        "", NULL, 0));
}

int
main(void)
{
#define LIST_CASE(name, text) cmocka_unit_test(name),
    const struct CMUnitTest tests[] = {
        CASES(LIST_CASE) cmocka_unit_test(warnings_are_in_the_log),
        cmocka_unit_test(werror_makes_them_errors),
        cmocka_unit_test(w_silences_them),
        cmocka_unit_test(old_extension_pragmas),
        cmocka_unit_test(qualifiers_in_any_order_and_spelling),
        cmocka_unit_test(double_constants_in_single_precision_code),
        cmocka_unit_test(ambiguous_scalar_calls),
        cmocka_unit_test(one_x_sees_every_builtin_of_its_version),
        cmocka_unit_test(version_macros),
    };

    return cmocka_run_group_tests_name("loose_source", tests, test_begin, test_end);
}
