// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=order and values: what is wrong with packed code is said, and nothing of code that is right. Options of
// weft-compiler alone, which a process reads once, make packing wrong: each case runs in a process of its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/tests/launch_status.h"
#include "conformance/tests/support.h"

enum { ITEMS = 256 };

static const char rows[] = "kernel void k(global int *out, int n) {\n"
                           "  int g = get_local_id(0);\n"
                           "  if (get_group_id(0)) return;\n"
                           "  global int *a = out + get_local_id(0) * 4;\n"
                           "  a[1] = g;\n"
                           "  int y = a[3];\n"
                           "  a[2] = g + n;\n"
                           "  int2 v = vload2(0, a);\n"
                           "  a[0] = y + v.x * 3 + v.y; }\n";

static const char exclusive[] = "kernel void k(global int *out, int n) {\n"
                                "  int g = get_global_id(0);\n"
                                "  int x = g ^ n;\n"
                                "  out[x & 63] = g; }\n";

// Runs `body` in a child process with these variables; 0 when it returned true.
static int
run_apart(const char *checks, const char *compiler_options, bool (*body)(void))
{
    pid_t child;
    int status;

    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (!child) {
        setenv("WEFT_CHECK", checks, 1);
        setenv("WEFT_CACHE", "0", 1);
        setenv("WEFT_WIDTH", "4", 1);
        if (compiler_options)
            setenv("WEFT_LLVM_OPTIONS", compiler_options, 1);
        _exit(test_begin(NULL) == 0 && body() ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static bool
rows_do_not_build(void)
{
    char log[4000];

    return test_try_build(rows, "", log, sizeof log) == CL_BUILD_PROGRAM_FAILURE;
}

static bool
rows_run(void)
{
    return test_launch_status(rows, 7, ITEMS, 64) == CL_COMPLETE && !test_told[0];
}

static bool
exclusive_fails_in_its_line(void)
{
    return test_launch_status(exclusive, 3, ITEMS, 64) == CL_OUT_OF_RESOURCES && strstr(test_told, "line 3") &&
           strstr(test_told, "from one work-item to the next");
}

// The compiler's process goes through a build of its own while nobody asks for one.
static bool
exclusive_fails_after_a_while(void)
{
    sleep(2);
    return exclusive_fails_in_its_line();
}

static bool
exclusive_runs(void)
{
    return test_launch_status(exclusive, 3, ITEMS, 64) == CL_COMPLETE && !test_told[0];
}

static void
changed_order_is_an_error_of_the_build(void **state)
{
    (void)state;
    assert_int_equal(run_apart("order", "-weft-ignore-order", rows_do_not_build), 0);
}

static void
kept_order_is_none(void **state)
{
    (void)state;
    assert_int_equal(run_apart("order", NULL, rows_run), 0);
}

static void
wrong_shape_is_an_error_of_the_launch(void **state)
{
    (void)state;
    assert_int_equal(run_apart("values", "-weft-wrong-shapes", exclusive_fails_in_its_line), 0);
}

static void
options_of_the_compiler_last(void **state)
{
    (void)state;
    assert_int_equal(run_apart("values", "-weft-wrong-shapes", exclusive_fails_after_a_while), 0);
}

static void
right_shapes_are_none(void **state)
{
    (void)state;
    assert_int_equal(run_apart("values,order", NULL, exclusive_runs), 0);
    assert_int_equal(run_apart("values,order", NULL, rows_run), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_order_is_an_error_of_the_build),
        cmocka_unit_test(kept_order_is_none),
        cmocka_unit_test(wrong_shape_is_an_error_of_the_launch),
        cmocka_unit_test(options_of_the_compiler_last),
        cmocka_unit_test(right_shapes_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
