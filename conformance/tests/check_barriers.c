// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=barrier: which barrier was missed, where and by whom, and that nothing is said of kernels that are right.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/launch_status.h"
#include "conformance/tests/support.h"

static const char conditional[] = "kernel void k(global int *out, int n) {\n"
                                  "  local int s[64];\n"
                                  "  int l = get_local_id(0);\n"
                                  "  s[l] = l;\n"
                                  "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                  "  if (l < n) {\n"
                                  "    out[get_global_id(0)] = s[l ^ 1];\n"
                                  "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                  "  }\n"
                                  "  out[get_global_id(0)] += s[0];\n"
                                  "}\n";

static void
what_is_right_is_left_alone(void **state)
{
    (void)state;
    assert_int_equal(test_launch_status(conditional, 64, 256, 64), CL_COMPLETE);
    assert_int_equal(test_launch_status(conditional, 0, 256, 64), CL_COMPLETE);
    assert_string_equal(test_told, "");
}

static void
in_a_conditional(void **state)
{
    (void)state;
    assert_int_equal(test_launch_status(conditional, 62, 64, 64), CL_OUT_OF_RESOURCES);
    assert_string_equal(test_told,
                        "kernel k: in work-group (0, 0, 0) the barrier in line 8 is reached by 62 of 64 work-items; "
                        "missing: (62, 0, 0), at the end; (63, 0, 0), at the end");
}

// Who is missing is more than is worth naming.
static void
by_many(void **state)
{
    (void)state;
    assert_int_equal(test_launch_status(conditional, 3, 64, 64), CL_OUT_OF_RESOURCES);
    assert_non_null(
        strstr(test_told, "line 8 is reached by 3 of 64 work-items; missing: (3, 0, 0), at the end; (4, 0, 0)"));
    assert_non_null(strstr(test_told, "; and 53 more"));
}

static void
in_two_arms(void **state)
{
    (void)state;
    assert_int_equal(test_launch_status("kernel void k(global int *out, int n) {\n"
                                        "  if (get_local_id(0) == n)\n"
                                        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                        "  else\n"
                                        "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
                                        "  out[get_global_id(0)] = 1;\n"
                                        "}\n",
                                        5, 16, 8),
                     CL_OUT_OF_RESOURCES);
    assert_non_null(strstr(test_told,
                           "the barrier in line 5 is reached by 7 of 8 work-items; missing: (5, 0, 0), at the barrier "
                           "in line 3"));
}

// One group of many, in a round of a loop that its work-items leave at different times.
static void
in_a_loop_of_one_group(void **state)
{
    (void)state;
    assert_int_equal(test_launch_status("kernel void k(global int *out, int n) {\n"
                                        "  int rounds = get_global_id(0) == n ? 3 : 4;\n"
                                        "  for (int i = 0; i < rounds; i++) {\n"
                                        "    out[get_global_id(0)] = i;\n"
                                        "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
                                        "  }\n"
                                        "}\n",
                                        83, 160, 16),
                     CL_OUT_OF_RESOURCES);
    assert_string_equal(test_told,
                        "kernel k: in work-group (5, 0, 0) the barrier in line 5 is reached by 15 of 16 work-items; "
                        "missing: (3, 0, 0), at the end");
}

static void
in_a_helper_function(void **state)
{
    (void)state;
    assert_int_equal(test_launch_status("void meet(void) {\n"
                                        "  work_group_barrier(CLK_LOCAL_MEM_FENCE); }\n"
                                        "kernel void k(global int *out, int n) {\n"
                                        "  if (get_local_id(0) > n) return;\n"
                                        "  meet();\n"
                                        "  out[get_global_id(0)] = 1;\n"
                                        "}\n",
                                        6, 8, 8),
                     CL_OUT_OF_RESOURCES);
    assert_non_null(strstr(test_told, "the barrier in line 2 is reached by 7 of 8 work-items; missing: (7, 0, 0)"));
}

// Sub-groups may go different ways to their own barriers, not their work-items, and not to the group's.
static void
of_sub_groups(void **state)
{
    static const char source[] = "kernel void k(global int *out, int n) {\n"
                                 "  int s = get_sub_group_id(), l = get_sub_group_local_id(), v = 0;\n"
                                 "  if (s == 1)\n"
                                 "    v = sub_group_reduce_add(l);\n"
                                 "  if (n == 1 && s == 2 && l > 1)\n"
                                 "    sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  if (n == 2 && s == 2)\n"
                                 "    return;\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  out[get_global_id(0)] = v;\n"
                                 "}\n";

    (void)state;
    assert_int_equal(test_launch_status(source, 0, 96, 96), CL_COMPLETE);
    assert_string_equal(test_told, "");
    assert_int_equal(test_launch_status(source, 1, 96, 96), CL_OUT_OF_RESOURCES);
    assert_non_null(strstr(test_told,
                           "the barrier in line 6 is reached by 30 of 32 work-items; missing: (64, 0, 0), at the "
                           "barrier in line 9; (65, 0, 0)"));
    assert_int_equal(test_launch_status(source, 2, 96, 96), CL_OUT_OF_RESOURCES);
    assert_non_null(
        strstr(test_told, "the barrier in line 9 is reached by 64 of 96 work-items; missing: (64, 0, 0), at the end"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_right_is_left_alone),
        cmocka_unit_test(in_a_conditional),
        cmocka_unit_test(by_many),
        cmocka_unit_test(in_two_arms),
        cmocka_unit_test(in_a_loop_of_one_group),
        cmocka_unit_test(in_a_helper_function),
        cmocka_unit_test(of_sub_groups),
    };

    setenv("WEFT_CHECK", "barrier", 1);
    return cmocka_run_group_tests_name("check_barriers", tests, test_begin, test_end);
}
