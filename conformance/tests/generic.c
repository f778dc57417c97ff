// SPDX-License-Identifier: Apache-2.0
// The generic address space: pointers that lead into memory that only the run tells, and the functions that ask which.
#include <string.h>

#include "conformance/tests/support.h"

enum { ITEMS = 96, GROUP = 24 };

static void
each_work_item_may_point_somewhere_else(void **state)
{
    cl_int out[ITEMS], data[ITEMS];

    (void)state;
    for (int i = 0; i < ITEMS; i++)
        data[i] = 1000 + i;
    test_run("int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }\n"
             "kernel void k(global int *out, global int *data) {\n"
             "  local int shared[24]; int own[4]; int g = get_global_id(0), l = get_local_id(0);\n"
             "  shared[l] = 100 + l;\n"
             "  for (int i = 0; i < 4; i++) own[i] = g * 10 + i;\n"
             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  int *p = g % 3 == 0 ? (int *)own : g % 3 == 1 ? (int *)shared + l % 20 : (int *)data + g % 90;\n"
             "  out[g] = sum(p, 4) + *(p + 1) * 10;\n"
             "  if (g % 3 == 0) *p = 7;\n"
             "  out[g] += own[0]; }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out), BUFFER(data));
    for (int g = 0; g < ITEMS; g++) {
        int l = g % GROUP;
        int first = g % 3 == 0 ? g * 10 : g % 3 == 1 ? 100 + l % 20 : 1000 + g % 90;

        assert_int_equal(out[g], 4 * first + 6 + (first + 1) * 10 + (g % 3 == 0 ? 7 : g * 10));
    }
}

// Bits: 1 to_global, 2 to_local, 4 to_private answer with the pointer itself; 8 a fence for local memory.
#define ASK                                                                                                            \
    "int ask(int *p) {\n"                                                                                              \
    "  int r = 0;\n"                                                                                                   \
    "  if (to_global(p)) r += 1 + 100 * (to_global(p) != p);\n"                                                        \
    "  if (to_local(p)) r += 2 + 100 * (to_local(p) != p);\n"                                                          \
    "  if (to_private(p)) r += 4 + 100 * (to_private(p) != p);\n"                                                      \
    "  return r + (get_fence(p) == CLK_LOCAL_MEM_FENCE ? 8 : 0); }\n"

static void
questions_are_answered_by_the_address(void **state)
{
    static const int expected[4] = {1, 10, 4, 1};
    cl_int out[ITEMS], data[4] = {0};

    (void)state;
    test_run(ASK "global int program_scope[2];\n"
                 "kernel void k(global int *out, global int *data, int which) {\n"
                 "  local int shared[4]; int own[4] = {1, 2, 3, 4}; int g = get_global_id(0);\n"
                 "  int w = (g + which) % 4;\n"
                 "  int *p = w == 0 ? (int *)data + 3 : w == 1 ? (int *)shared + 3 : w == 2 ? (int *)own + g % 4\n"
                 "         : (int *)program_scope + 1;\n"
                 "  out[g] = ask(p) + (own[g % 4] > 4 ? 1000 : 0); }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out), BUFFER(data), VALUE(((cl_int){1})));
    for (int g = 0; g < ITEMS; g++)
        assert_int_equal(out[g], expected[(g + 1) % 4]);
}

// Where variables live across barriers, in loops, and where there is no local memory at all.
static void
private_variables_are_private_wherever_they_lie(void **state)
{
    cl_int out[ITEMS];

    (void)state;
    test_run(ASK "kernel void k(global int *out) {\n"
                 "  int a[3] = {1, 2, 3}; int one = 5; int g = get_global_id(0), r = 0;\n"
                 "  int *p = g & 1 ? a : &one;\n"
                 "  for (int i = 0; i < 3; i++) { barrier(CLK_GLOBAL_MEM_FENCE); r += ask(p); *p += i; }\n"
                 "  out[g] = r * 100 + a[0] * 10 + one; }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out));
    for (int g = 0; g < ITEMS; g++)
        assert_int_equal(out[g], 12 * 100 + (g & 1 ? 4 : 1) * 10 + (g & 1 ? 5 : 8));
    test_run(ASK "kernel void k(global int *out) {\n"
                 "  int own = get_global_id(0); int *p = own & 1 ? (int *)&own : (int *)out + own;\n"
                 "  int r = ask(p); out[own] = r; }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out));
    for (int g = 0; g < ITEMS; g++)
        assert_int_equal(out[g], g & 1 ? 4 : 1);
}

static void
null_is_nowhere(void **state)
{
    cl_int out[ITEMS];

    (void)state;
    test_run("kernel void k(global int *out) {\n"
             "  int *p = 0; int g = get_global_id(0); if (g == 1000) p = out;\n"
             "  out[g] = (p == NULL) + 2 * (to_local(p) == NULL) + 4 * (to_private(p) == NULL); }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out));
    for (int g = 0; g < ITEMS; g++)
        assert_int_equal(out[g], 7);
}

static void
builtins_take_generic_pointers(void **state)
{
    cl_float out[ITEMS * 4], kept[ITEMS];

    (void)state;
    test_run(
        "kernel void k(global float *out, global float *kept) {\n"
        "  int g = get_global_id(0); local float shared[24]; float own;\n"
        "  float *p = g % 3 == 0 ? &own : g % 3 == 1 ? (float *)&shared[get_local_id(0)] : (float *)&kept[g];\n"
        "  out[4 * g] = fract(g + 0.25f, p); out[4 * g + 1] = *p;\n"
        "  int e; float4 v; int *q = &e;\n"
        "  out[4 * g + 2] = frexp((float)(g + 1), q) * (1 << *q);\n"
        "  vstore4((float4)(g, 1, 2, 3), 0, (float *)&v); out[4 * g + 3] = vload2(1, (const float *)&v).y + v.x; }",
        "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out), BUFFER(kept));
    for (int g = 0; g < ITEMS; g++) {
        assert_true(out[4 * g] == 0.25f);
        assert_true(out[4 * g + 1] == (float)g);
        assert_true(out[4 * g + 2] == (float)(g + 1));
        assert_true(out[4 * g + 3] == (float)(g + 3));
        if (g % 3 == 2)
            assert_true(kept[g] == (float)g);
    }
}

static void
atomics_take_generic_pointers(void **state)
{
    cl_int out[ITEMS / GROUP + 1];

    (void)state;
    memset(out, 0, sizeof out);
    test_run(
        "int bump(volatile atomic_int *p, int by) { return atomic_fetch_add_explicit(p, by, memory_order_relaxed); }\n"
        "kernel void k(global int *out) {\n"
        "  local atomic_int count; int g = get_global_id(0);\n"
        "  if (get_local_id(0) == 0) atomic_init(&count, 0);\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  bump(g & 1 ? &count : (atomic_int *)(global atomic_int *)out, g & 1 ? 3 : 2);\n"
        "  bump(&count, 1);\n"
        "  int expected = -1; atomic_compare_exchange_strong(&count, &expected, 5);\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (get_local_id(0) == 0) out[1 + get_group_id(0)] = atomic_load(&count) * 10 + (expected >= 0); }",
        "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out));
    assert_int_equal(out[0], ITEMS / 2 * 2);
    for (int g = 0; g < ITEMS / GROUP; g++)
        assert_int_equal(out[1 + g], (GROUP / 2 * 3 + GROUP) * 10 + 1);
}

static void
pointers_in_memory_are_generic(void **state)
{
    cl_int out[ITEMS];

    (void)state;
    test_run("struct node { int value; struct node *next; };\n"
             "kernel void k(global int *out) {\n"
             "  local struct node shared[24]; struct node own[2]; int l = get_local_id(0), g = get_global_id(0);\n"
             "  shared[l].value = l; shared[l].next = &shared[(l + 1) % 24];\n"
             "  own[0].value = 1000; own[0].next = &own[1]; own[1].value = 2000; own[1].next = &shared[l];\n"
             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  int sum = 0; struct node *n = own;\n"
             "  for (int i = 0; i < 2 + l % 5; i++) { sum += n->value; n = n->next; }\n"
             "  out[g] = sum; }",
             "-cl-std=CL3.0", "k", RANGE1(ITEMS, GROUP), BUFFER(out));
    for (int g = 0; g < ITEMS; g++) {
        int l = g % GROUP, sum = 3000;

        for (int i = 0; i < l % 5; i++)
            sum += (l + i) % GROUP;
        assert_int_equal(out[g], sum);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_work_item_may_point_somewhere_else),
        cmocka_unit_test(questions_are_answered_by_the_address),
        cmocka_unit_test(private_variables_are_private_wherever_they_lie),
        cmocka_unit_test(null_is_nowhere),
        cmocka_unit_test(builtins_take_generic_pointers),
        cmocka_unit_test(atomics_take_generic_pointers),
        cmocka_unit_test(pointers_in_memory_are_generic),
    };

    return cmocka_run_group_tests_name("generic", tests, test_begin, test_end);
}
