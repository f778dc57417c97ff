// SPDX-License-Identifier: Apache-2.0
// Kernels that do something for some work-items only, which is best done for one of them at a time: packs ask who has
// anything to do.
#include <string.h>

#include "conformance/tests/support.h"

enum { ITEMS = 1000, EDGES = 8 * ITEMS };

static const char source[] =
    "#define ARGUMENTS global const int *todo, global const int *first, global const int *to, global int *count,\\\n"
    "                  global int *done, int n\n"
    "#define I ((int)get_global_id(0))\n"
    "kernel void plain(ARGUMENTS) { int i = I;\n"
    "  if (todo[i])\n"
    "    for (int e = first[i]; e < first[i + 1]; e++) if (count[to[e]] < i % 3 - 1) count[to[e]] = 7; }\n"
    "kernel void bound(ARGUMENTS) { int i = I;\n"
    "  if (i < n && todo[i]) { done[i] = -todo[i];\n"
    "    for (int e = first[i]; e < first[i + 1]; e++) if (count[to[e]] < i % 3 - 1) count[to[e]] = 7; } }\n"
    "kernel void leaves(ARGUMENTS) { int i = I;\n"
    "  if (!todo[i]) return;\n"
    "  int sum = 0;\n"
    "  for (int e = first[i]; e < first[i + 1]; e++) { if (count[to[e]] < i % 3 - 1) count[to[e]] = 7; sum += to[e] % "
    "3; }\n"
    "  done[i] = sum; }\n"
    "kernel void around(ARGUMENTS) { int i = I, own = done[i] * 3;\n"
    "  done[i] = own + 1;\n"
    "  if (todo[i] > 1 + (int)get_local_id(1))\n"
    "    for (int e = first[i]; e < first[i + 1]; e++) if (count[to[e]] < own % 5 - 2) count[to[e]] = 7;\n"
    "  done[i] ^= 5; }\n"
    "kernel void twice(ARGUMENTS) { int i = I;\n"
    "  if (i % 7 != 3) if (todo[i] != 2) if (first[i] != first[i + 1]) { done[i] = 9;\n"
    "    for (int e = first[i]; e < first[i + 1]; e++) if (count[to[e]] < i % 3 - 1) count[to[e]] = 7; } }\n";

static const char *const names[] = {"plain", "bound", "leaves", "around", "twice"};
enum kernel { PLAIN, BOUND, LEAVES, AROUND, TWICE, KERNELS };

struct graph {
    cl_int todo[ITEMS], first[ITEMS + 1], to[EDGES], count[ITEMS], done[ITEMS];
};

// Places are -1, or 7 once anybody has been there: it is no matter who is first.
static void
visit(struct graph *g, cl_int i, cl_int limit)
{
    for (cl_int e = g->first[i]; e < g->first[i + 1] && limit > -1; e++)
        g->count[g->to[e]] = 7;
}

static void
expect(struct graph *g, enum kernel which, cl_int items, cl_int n)
{
    for (cl_int i = 0; i < items; i++) {
        const cl_int own = g->done[i] * 3;

        switch (which) {
        case PLAIN:
            if (g->todo[i])
                visit(g, i, i % 3 - 1);
            break;
        case BOUND:
            if (i < n && g->todo[i]) {
                g->done[i] = -g->todo[i];
                visit(g, i, i % 3 - 1);
            }
            break;
        case LEAVES:
            if (!g->todo[i])
                break;
            visit(g, i, i % 3 - 1);
            g->done[i] = 0;
            for (cl_int e = g->first[i]; e < g->first[i + 1]; e++)
                g->done[i] += g->to[e] % 3;
            break;
        case AROUND:
            g->done[i] = (own + 1) ^ 5;
            if (g->todo[i] > 1)
                visit(g, i, own % 5 - 2);
            break;
        default:
            if (i % 7 != 3 && g->todo[i] != 2 && g->first[i] != g->first[i + 1]) {
                g->done[i] = 9;
                visit(g, i, i % 3 - 1);
            }
        }
    }
}

// How: 0: nobody has anything to do, 1: all, 2: the last one, else some.
static void
make(struct graph *g, cl_int items, unsigned how)
{
    cl_uint random = 12345 + how;

    memset(g, 0, sizeof(*g));
    for (cl_int i = 0; i < items; i++) {
        random = random * 1664525 + 1013904223;
        g->first[i + 1] = g->first[i] + (cl_int)(random >> 28) % 8;
        g->todo[i] = how == 0 ? 0 : how == 1 ? 1 : how == 2 ? i == items - 1 : (random >> 16) % how == 0 ? i % 4 : 0;
        g->done[i] = (cl_int)(random >> 8 & 1023);
        g->count[i] = -1;
    }
    for (cl_int e = 0; e < g->first[items]; e++) {
        random = random * 1664525 + 1013904223;
        g->to[e] = (cl_int)((random >> 8) % (cl_uint)items);
    }
}

static void
check(enum kernel which, cl_int items, size_t local, unsigned how)
{
    static struct graph its, want;
    cl_int n = items - items / 5;

    make(&its, items, how);
    want = its;
    expect(&want, which, items, n);
    test_run(source, "", names[which], RANGE1((size_t)items, local), BUFFER(its.todo), BUFFER(its.first),
             BUFFER(its.to), BUFFER(its.count), BUFFER(its.done), VALUE(n));
    assert_memory_equal(its.count, want.count, sizeof want.count);
    assert_memory_equal(its.done, want.done, sizeof want.done);
}

static void
only_those_work_that_have_something_to_do(void **state)
{
    (void)state;
    for (enum kernel which = 0; which < KERNELS; which++) {
        for (unsigned how = 0; how < 5; how++) {
            check(which, 1, 1, how);
            check(which, 33, 11, how);
            check(which, 64, 64, how);
            check(which, 1000, 8, how);
            check(which, 1000, 125, how);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_those_work_that_have_something_to_do)};

    return cmocka_run_group_tests_name("guarded_bodies", tests, test_begin, test_end);
}
