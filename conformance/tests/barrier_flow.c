// SPDX-License-Identifier: Apache-2.0
// Barriers wherever all work-items of a group come: how often and on which way is known by argument or by group only.
#include <stdio.h>

#include "conformance/tests/support.h"

enum { ITEMS = 120, GROUP = 24, GROUPS = ITEMS / GROUP };

// Each kernel moves values round its group by steps; `moved` says how far those of a group went, and `extra` what was
// counted. MOVE goes on by one.
#define HEAD                                                                                                           \
    "#define MOVE { s[l] = v; barrier(CLK_LOCAL_MEM_FENCE); v = s[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE); }\n"     \
    "kernel void k(global int *out, int a, local int *s) {\n"                                                          \
    "  int g = get_global_id(0), l = get_local_id(0), n = get_local_size(0), q = get_group_id(0), v = g, c = 0;\n"

static void
expect(const char *body, int argument, int (*moved)(int a, int q), int (*extra)(int a, int q))
{
    char source[4000];
    cl_int out[ITEMS] = {0};
    cl_int a = argument;

    assert_true(snprintf(source, sizeof source, "%s%s\n  out[g] = v * 1000 + c; }", HEAD, body) < (int)sizeof source);
    test_run(source, "", "k", RANGE1(ITEMS, GROUP), BUFFER(out), VALUE(a), LOCAL(GROUP * sizeof(cl_int)));
    for (int i = 0; i < ITEMS; i++) {
        int q = i / GROUP, want = (q * GROUP + (i + moved(a, q)) % GROUP) * 1000 + (extra ? extra(a, q) : 0);

        if (out[i] != want)
            fail_msg("argument %d, item %d: %d, expected %d", a, i, out[i], want);
    }
}

static int
argument_times(int a, int q)
{
    return (void)q, a;
}
static int
group_times(int a, int q)
{
    return (void)a, q % 4;
}
static int
product_times(int a, int q)
{
    return a * (q % 4);
}

static void
trip_counts_from_arguments(void **state)
{
    static const int counts[] = {0, 1, 2, 7, 25};

    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        expect("for (int i = 0; i < a; i++) MOVE", counts[i], argument_times, NULL);
}

static void
trip_counts_that_differ_by_group(void **state)
{
    (void)state;
    expect("for (int i = 0; i < q % 4; i++) MOVE", 0, group_times, NULL);
    expect("for (int i = 0; i < a; i++) for (int j = 0; j < q % 4; j++) MOVE", 3, product_times, NULL);
    expect("int i = q % 4; while (i-- > 0) MOVE", 0, group_times, NULL);
}

static int
thrice_and_group(int a, int q)
{
    return a + q % 4;
}

static void
do_while_and_goto_loops(void **state)
{
    (void)state;
    expect("int i = 0; do MOVE while (++i < a + q % 4);", 2, thrice_and_group, NULL);
    expect("int i = 0; again: MOVE if (++i < a + q % 4) goto again;", 2, thrice_and_group, NULL);
}

// Of 10 rounds those divisible by 3 are left out, and the rest ends in round 7 + group.
static int
left_out(int a, int q)
{
    int moved = 0;

    for (int i = 0; i < a && i != 5 + q; i++)
        moved += i % 3 != 0;
    return moved;
}
static int
rounds_begun(int a, int q)
{
    return 5 + q < a ? 6 + q : a;
}

static void
break_and_continue_before_and_after(void **state)
{
    (void)state;
    expect("for (int i = 0; i < a; i++) { c++; if (i == 5 + q) break; if (i % 3 == 0) continue; MOVE }", 10, left_out,
           rounds_begun);
    expect("for (int i = 0; i < a; i++) { c++; if (i == 5 + q) break; if (i % 3) { MOVE continue; } }", 10, left_out,
           rounds_begun);
}

static int
nested(int a, int q)
{
    int moved = 0;

    for (int i = 0; i < a; i++) {
        if (i == q)
            continue;
        for (int j = 0;; j++) {
            if (j > i + q)
                break;
            if (j == 1)
                continue;
            moved++;
            for (int k = 0; k < 3; k++) {
                if (k == q % 3)
                    break;
                moved++;
            }
        }
        if (moved > 40)
            break;
    }
    return moved;
}

static void
three_nested_loops_with_break_and_continue(void **state)
{
    (void)state;
    expect("int m = 0; for (int i = 0; i < a; i++) { if (i == q) continue;\n"
           "  for (int j = 0;; j++) { if (j > i + q) break; if (j == 1) continue; m++; MOVE\n"
           "    for (int k = 0; k < 3; k++) { if (k == q % 3) break; m++; MOVE } }\n"
           "  if (m > 40) break; }",
           6, nested, NULL);
}

static int
between(int a, int q)
{
    return q % 2 ? 2 * a : a;
}

// The loop is left between its two barriers.
static void
break_between_barriers(void **state)
{
    (void)state;
    expect("for (int i = 0; ; i++) { MOVE if (i + 1 >= a && q % 2 == 0) break; MOVE if (i + 1 >= a) break; c = 7; }", 1,
           between, NULL);
    expect("for (int i = 0; ; i++) { MOVE if (i + 1 == a) break; }", 9, argument_times, NULL);
}

static int
conditional(int a, int q)
{
    return (q & 1) + (a > 1 ? 2 : 0) + ((q & 1) && a > 1 ? 4 : q & 2 ? 1 : 0);
}

static void
nested_conditionals(void **state)
{
    (void)state;
    for (int a = 0; a < 3; a++)
        expect("if (q & 1) MOVE if (a > 1) { MOVE MOVE } if (q & 1) { if (a > 1) { MOVE MOVE MOVE MOVE } else if (q & "
               "2) MOVE }\n"
               "else { if (q & 2) MOVE }",
               a, conditional, NULL);
}

static int
in_switch(int a, int q)
{
    int moved = 0;

    for (int i = 0; i < 6; i++)
        switch ((i + q) % 5) {
        case 0:
            moved += 1;
            break;
        case 1:
            moved += 2; // fall through
        case 3:
            moved += a;
            break;
        case 4:
            continue;
        default:
            moved += i % 2 ? 3 : 0;
        }
    return moved;
}

static void
switches_in_loops_and_loops_in_switches(void **state)
{
    (void)state;
    expect("for (int i = 0; i < 6; i++) switch ((i + q) % 5) {\n"
           "case 0: MOVE break;\n"
           "case 1: MOVE MOVE\n"
           "case 3: for (int j = 0; j < a; j++) MOVE break;\n"
           "case 4: continue;\n"
           "default: switch (i % 2) { case 1: MOVE MOVE MOVE } }",
           2, in_switch, NULL);
}

static int
by_argument(int a, int q)
{
    return (void)q, a == 0 ? 1 : a == 7 ? 3 : a == -1 ? 0 : 2;
}

static void
switch_arms_from_arguments(void **state)
{
    static const int values[] = {0, 7, -1, 100000};

    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        expect("switch (a) { case 0: MOVE break; case -1: break; case 7: MOVE default: MOVE MOVE }", values[i],
               by_argument, NULL);
}

// In expressions of which not all operands are evaluated, and in the parts of a for statement.
#define STEP                                                                                                           \
    "int step(local int *s, int *v) { int l = get_local_id(0), n = get_local_size(0); s[l] = *v;\n"                    \
    "  barrier(CLK_LOCAL_MEM_FENCE); *v = s[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE); return 1; }\n"

static int
in_operands(int a, int q)
{
    return (q & 1) + (q & 2 ? 0 : 1) + (q & 1 ? 2 : 1) + a;
}

static void
in_operands_and_for_statements(void **state)
{
    cl_int out[ITEMS], a = 5;

    (void)state;
    test_run(STEP HEAD "  c = q & 1 && step(s, &v); c += q & 2 || step(s, &v);\n"
                       "  c += q & 1 ? step(s, &v) + step(s, &v) : step(s, &v);\n"
                       "  for (int i = 0; i < a; i += step(s, &v)) ;\n"
                       "  out[g] = v; }",
             "", "k", RANGE1(ITEMS, GROUP), BUFFER(out), VALUE(a), LOCAL(GROUP * sizeof(cl_int)));
    for (int i = 0; i < ITEMS; i++)
        assert_int_equal(out[i], i / GROUP * GROUP + (i + in_operands(a, i / GROUP)) % GROUP);
}

// The condition of a loop has barriers; a function is left early, and calls others that have loops of their own.
static void
in_functions_with_control_flow(void **state)
{
    cl_int out[ITEMS], a = 3;

    (void)state;
    test_run(STEP "int some(local int *s, int *v, int how) {\n"
                  "  if (how == 0) return 0;\n"
                  "  for (int i = 0; i < how; i++) { step(s, v); if (i == 2) return 3; }\n"
                  "  return how; }\n"
                  "int all(local int *s, int *v, int how) { return how > 9 ? some(s, v, 1) : some(s, v, how) + some(s, "
                  "v, how - how / 2 * 2); }\n"
                  "bool more(local int *s, int *v, int *left) { step(s, v); return --*left > 0; }\n" HEAD
                  "  for (int i = 0; i < a; i++) c += all(s, &v, q + i) + some(s, &v, i);\n"
                  "  int left = q + 1; while (more(s, &v, &left)) c++; c++;\n"
                  "  if (q == 2) { out[g] = v * 1000 + c; return; }\n"
                  "  c += all(s, &v, 11); out[g] = v * 1000 + c; }",
             "", "k", RANGE1(ITEMS, GROUP), BUFFER(out), VALUE(a), LOCAL(GROUP * sizeof(cl_int)));
    for (int i = 0; i < ITEMS; i++) {
        int q = i / GROUP, moved = q + 1 + (q != 2);

        for (int j = 0; j < a; j++)
            moved += (q + j > 3 ? 3 : q + j) + (q + j) % 2 + j;
        assert_int_equal(out[i], (q * GROUP + (i + moved) % GROUP) * 1000 + moved);
    }
}

// Whole groups leave, by argument and in loops; the others meet after that.
static void
after_uniform_returns_in_loops(void **state)
{
    cl_int out[ITEMS], a = 4;

    (void)state;
    test_run(HEAD "  out[g] = -1; if (q == a - 3) return;\n"
                  "  for (int i = 0; i < a; i++) { MOVE if (i == q) { out[g] = v; return; } MOVE }\n"
                  "  MOVE out[g] = v; }",
             "", "k", RANGE1(ITEMS, GROUP), BUFFER(out), VALUE(a), LOCAL(GROUP * sizeof(cl_int)));
    for (int i = 0; i < ITEMS; i++) {
        int q = i / GROUP;

        assert_int_equal(out[i], q == 1 ? -1 : q * GROUP + (i + (q < a ? 2 * q + 1 : 2 * a + 1)) % GROUP);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trip_counts_from_arguments),
        cmocka_unit_test(trip_counts_that_differ_by_group),
        cmocka_unit_test(do_while_and_goto_loops),
        cmocka_unit_test(break_and_continue_before_and_after),
        cmocka_unit_test(three_nested_loops_with_break_and_continue),
        cmocka_unit_test(break_between_barriers),
        cmocka_unit_test(nested_conditionals),
        cmocka_unit_test(switches_in_loops_and_loops_in_switches),
        cmocka_unit_test(switch_arms_from_arguments),
        cmocka_unit_test(in_operands_and_for_statements),
        cmocka_unit_test(in_functions_with_control_flow),
        cmocka_unit_test(after_uniform_returns_in_loops),
    };

    return cmocka_run_group_tests_name("barrier_flow", tests, test_begin, test_end);
}
