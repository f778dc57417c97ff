// SPDX-License-Identifier: Apache-2.0
// What a failed build says.
#include <string.h>

#include "conformance/tests/support.h"

static void
expect_in_log(const char *source, const char *text)
{
    static char log[16384];

    assert_int_equal(test_try_build(source, "", log, sizeof log), CL_BUILD_PROGRAM_FAILURE);
    if (!strstr(log, text))
        fail_msg("'%s' is not in the log:\n%s", text, log);
}

static void
undeclared_identifier_with_line_and_caret(void **state)
{
    (void)state;
    expect_in_log("kernel void k(global int *p)\n{\n    *p = missing_name;\n}", ":3:10: error:");
    expect_in_log("kernel void k(global int *p)\n{\n    *p = missing_name;\n}", "missing_name");
    expect_in_log("kernel void k(global int *p)\n{\n    *p = missing_name;\n}", "         ^");
}

static void
syntax_error(void **state)
{
    (void)state;
    expect_in_log("kernel void k( {", "error:");
}

static void
undefined_function_is_named(void **state)
{
    (void)state;
    expect_in_log("int declared_only(int x);\nkernel void k(global int *p) { *p = declared_only(1); }",
                  "declared_only");
}

static void
undeclared_function_is_named(void **state)
{
    (void)state;
    expect_in_log("kernel void k(global int *p) { *p = no_such_builtin(1); }", "no_such_builtin");
}

static void
missing_include_is_named(void **state)
{
    (void)state;
    expect_in_log("#include \"no_such_header.h\"\nkernel void k() {}", "no_such_header.h");
}

static void
error_directive(void **state)
{
    (void)state;
    expect_in_log("#error this text is for people\nkernel void k() {}", "this text is for people");
}

static void
recursion(void **state)
{
    char log[4096];
    cl_int status = test_try_build("int f(int x) { return x > 1 ? x * f(x - 1) + (int)get_local_id(0) : 1; }\n"
                                   "kernel void k(global int *p) { *p = f(*p); }",
                                   "", log, sizeof log);

    (void)state;
    assert_int_equal(status, CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, ":1:35: error: recursion is not supported: 'f' calls 'f'"));
    expect_in_log("int g(int x);\nint f(int x) { return x > 1 ? g(x - 1) + 2 : 1; }\n"
                  "int g(int x) { return x > 1 ? f(x - 1) * 3 : 4; }\n"
                  "kernel void k(global int *p) { p[get_global_id(0)] = f(p[1]); }",
                  ":2:31: error: recursion is not supported: 'f' calls 'g', 'g' calls 'f'");
}

static void
wrong_address_space(void **state)
{
    (void)state;
    expect_in_log("kernel void k(global int *p) { local int *q = p; *q = 1; }", "address space");
}

static void
clean_build_has_an_empty_log(void **state)
{
    char log[256];

    (void)state;
    CHECK(test_try_build("kernel void k(global int *p) { *p = 1; }", "", log, sizeof log));
    assert_string_equal(log, "");
}

static void
failed_program_can_be_built_again_with_other_options(void **state)
{
    const char *source = "#ifndef OK\n#error not ok\n#endif\nkernel void k() {}";
    cl_int err;
    cl_program program = clCreateProgramWithSource(test_context, 1, &source, NULL, &err);
    cl_build_status status;

    (void)state;
    CHECK(err);
    assert_int_equal(clBuildProgram(program, 1, &test_device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    CHECK(clGetProgramBuildInfo(program, test_device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    assert_int_equal(status, CL_BUILD_ERROR);
    assert_null(clCreateKernel(program, "k", &err));
    assert_int_equal(err, CL_INVALID_PROGRAM_EXECUTABLE);
    CHECK(clBuildProgram(program, 1, &test_device, "-DOK", NULL, NULL));
    CHECK(clGetProgramBuildInfo(program, test_device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    assert_int_equal(status, CL_BUILD_SUCCESS);
    CHECK(clReleaseProgram(program));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undeclared_identifier_with_line_and_caret),
        cmocka_unit_test(syntax_error),
        cmocka_unit_test(undefined_function_is_named),
        cmocka_unit_test(undeclared_function_is_named),
        cmocka_unit_test(missing_include_is_named),
        cmocka_unit_test(error_directive),
        cmocka_unit_test(recursion),
        cmocka_unit_test(wrong_address_space),
        cmocka_unit_test(clean_build_has_an_empty_log),
        cmocka_unit_test(failed_program_can_be_built_again_with_other_options),
    };

    return cmocka_run_group_tests_name("build_log", tests, test_begin, test_end);
}
