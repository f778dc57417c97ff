// SPDX-License-Identifier: Apache-2.0
// What a work-group does together, as OpenCL C.
#include "conformance/fuzz/print.h"

void
fuzz_print_local_init(struct printer *p, const struct stmt *s, int depth)
{
    OUT("for (");
    fuzz_print_type(p, p->kernel->var[s->b].type);
    OUT(" v%d = ", s->b);
    fuzz_print_local_linear(p);
    OUT("; v%d < %d; v%d += ", s->b, p->kernel->var[s->a].count, s->b);
    fuzz_print_local_total(p);
    OUT(")\n");
    fuzz_indent(p, depth + 1);
    OUT("v%d[v%d] = ", s->a, s->b);
    fuzz_print_expr(p, s->e[0]);
    OUT(";\n");
    fuzz_indent(p, depth);
    OUT("barrier(CLK_LOCAL_MEM_FENCE);\n");
}

static void
print_barrier(struct printer *p, int depth)
{
    fuzz_indent(p, depth);
    OUT("barrier(CLK_LOCAL_MEM_FENCE);\n");
}

// "if (work-item < s", without the end.
static void
print_some_items(struct printer *p, const char *compare, int at, int depth)
{
    fuzz_indent(p, depth);
    OUT("if (");
    fuzz_print_local_linear(p);
    OUT(" %s s%d", compare, at);
}

static void
print_slot(struct printer *p, const struct stmt *s, const char *after)
{
    OUT("v%d[", s->a);
    fuzz_print_local_linear(p);
    OUT("%s", after);
}

static void
print_halving(struct printer *p, const struct stmt *s, int at, int depth)
{
    const size_t *local = p->kernel->range.local;
    size_t half = 1;

    while (2 * half < local[0] * local[1] * local[2])
        half *= 2;
    OUT("for (uint s%d = %zu; s%d > 0; s%d /= 2) {\n", at, half, at, at);
    print_some_items(p, "<", at, depth + 1);
    OUT(" && ");
    fuzz_print_local_linear(p);
    OUT(" + s%d < ", at);
    fuzz_print_local_total(p);
    OUT(")\n");
    fuzz_indent(p, depth + 2);
    print_slot(p, s, "] += ");
    print_slot(p, s, "");
    OUT(" + s%d];\n", at);
    print_barrier(p, depth + 1);
}

static void
print_running_sum(struct printer *p, const struct stmt *s, int at, int depth)
{
    OUT("for (uint s%d = 1; s%d < ", at, at);
    fuzz_print_local_total(p);
    OUT("; s%d *= 2) {\n", at);
    fuzz_indent(p, depth + 1);
    fuzz_print_type(p, p->kernel->var[s->a].type);
    OUT(" x%d = 0;\n", at);
    print_some_items(p, ">=", at, depth + 1);
    OUT(")\n");
    fuzz_indent(p, depth + 2);
    OUT("x%d = ", at);
    print_slot(p, s, "");
    OUT(" - s%d];\n", at);
    print_barrier(p, depth + 1);
    print_some_items(p, ">=", at, depth + 1);
    OUT(")\n");
    fuzz_indent(p, depth + 2);
    print_slot(p, s, "] += ");
    OUT("x%d;\n", at);
    print_barrier(p, depth + 1);
}

void
fuzz_print_reduction(struct printer *p, const struct stmt *s, int at, int depth)
{
    OUT("barrier(CLK_LOCAL_MEM_FENCE);\n");
    fuzz_indent(p, depth);
    if (s->style)
        print_running_sum(p, s, at, depth);
    else
        print_halving(p, s, at, depth);
    fuzz_indent(p, depth);
    OUT("}\n");
}

// The broadcast one is the last work-item's.
void
fuzz_print_collective(struct printer *p, const struct stmt *s)
{
    static const char *const names[COLLECTIVES] = {
        "any",
        "all",
        "broadcast",
        "reduce_add",
        "reduce_min",
        "reduce_max",
        "scan_inclusive_add",
        "scan_inclusive_min",
        "scan_inclusive_max",
        "scan_exclusive_add",
        "scan_exclusive_min",
        "scan_exclusive_max",
    };

    fuzz_print_type(p, p->kernel->var[s->a].type);
    OUT(" v%d = work_group_%s(", s->a, names[s->style]);
    fuzz_print_expr(p, s->e[0]);
    for (int d = 0; s->style == COLLECT_BROADCAST && d < p->kernel->range.dimensions; d++)
        OUT(", get_local_size(%d) - 1", d);
    OUT(s->style < COLLECT_BROADCAST ? ") != 0;\n" : ");\n");
}
