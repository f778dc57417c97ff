// SPDX-License-Identifier: Apache-2.0
// Rows as OpenCL C: pointers, and what they point to as scalars and vectors.
#include "conformance/fuzz/print.h"

#include <assert.h>

void
fuzz_print_pointer_type(struct printer *p, enum space space, type_id type)
{
    static const char *const spaces[] = {"private ", "global ", "local ", ""};

    OUT("%s", spaces[space]);
    fuzz_print_type(p, type);
    OUT(" *");
}

// The row as a pointer to scalars of a kind.
static void
print_scalars(struct printer *p, const struct expr *e)
{
    const struct row row = fuzz_row(p->kernel, e->a);
    type_id scalar = fuzz_vector(fuzz_kind(e->type), 1);

    if (row.element != scalar) {
        OUT("(");
        fuzz_print_pointer_type(p, row.space, scalar);
        OUT(")");
    }
    OUT("v%d", e->a);
}

// The arguments of vloadn and vstoren that say where.
static void
print_where(struct printer *p, const struct expr *e)
{
    size_t step, places = fuzz_row_places(p->kernel, e, &step);

    if (e->b == ROW_VECTOR) {
        fuzz_print_index(p, e->kid[0], places, e->guarded);
        OUT(", ");
        print_scalars(p, e);
        return;
    }
    OUT("0, ");
    print_scalars(p, e);
    OUT(" + ");
    fuzz_print_index(p, e->kid[0], places, e->guarded);
}

void
fuzz_print_row(struct printer *p, const struct expr *e)
{
    const struct row row = fuzz_row(p->kernel, e->a);
    size_t step, places = fuzz_row_places(p->kernel, e, &step);

    if (e->b == ROW_VECTOR || e->b == ROW_UNALIGNED) {
        OUT("vload%d(", fuzz_lanes(e->type));
        print_where(p, e);
        OUT(")");
        return;
    }
    if (e->b == ROW_CAST) {
        OUT("((");
        fuzz_print_pointer_type(p, row.space, e->type);
        OUT(")v%d)[", e->a);
    } else {
        OUT("v%d[", e->a);
    }
    fuzz_print_index(p, e->kid[0], places, e->guarded);
    OUT("]");
}

bool
fuzz_print_row_store(struct printer *p, int place, int value)
{
    const struct expr *e = &p->kernel->expr[place];

    if (e->op != E_ROW || e->b == ROW_ELEMENT || e->b == ROW_CAST)
        return false;
    OUT("vstore%d(", fuzz_lanes(e->type));
    fuzz_print_expr(p, value);
    OUT(", ");
    print_where(p, e);
    OUT(")");
    return true;
}

void
fuzz_print_pointer(struct printer *p, const struct expr *e)
{
    const struct row row = fuzz_row(p->kernel, e->a);
    const struct expr *index = &p->kernel->expr[e->kid[0]];

    if (index->op == E_CONST && !p->kernel->constant[index->a]) {
        OUT("v%d", e->a);
        return;
    }
    OUT(e->style & 1 ? "v%d + " : "&v%d[", e->a);
    fuzz_print_index(p, e->kid[0], (size_t)(row.count - e->b + 1), e->guarded);
    OUT("%s", e->style & 1 ? "" : "]");
}

void
fuzz_print_point(struct printer *p, const struct stmt *s)
{
    const struct row row = fuzz_row(p->kernel, s->a);

    fuzz_print_pointer_type(p, row.space, row.element);
    OUT("v%d = ", s->a);
    fuzz_print_expr(p, s->e[0]);
    OUT(";\n");
}
