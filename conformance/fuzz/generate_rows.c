// SPDX-License-Identifier: Apache-2.0
// Random accesses to rows: memory that a work-item has to itself, seen as scalars and as vectors of several types,
// through its name or pointers, in the kernel and in functions that are given a pointer.
//
// What a row of floating-point numbers holds is only seen as such, for the bits of NaNs may differ. Other types of
// integers are seen through types that may alias: the same with the other sign, bytes, and vectors.
#include "conformance/fuzz/generate.h"

static bool
is_row(const struct kernel *k, int var)
{
    const struct var *v = &k->var[var];
    const struct aggregate *array;

    if (v->storage == ROW)
        return true;
    if (v->storage != PRIVATE || v->type < VECTOR_TYPES)
        return false;
    array = &k->aggregate[v->type - VECTOR_TYPES];
    return !array->is_struct && array->element < VECTOR_TYPES && fuzz_lanes(array->element) != 3;
}

// Local memory may only be written between some barriers.
static bool
may_write(const struct kernel *k, int var)
{
    return !k->var[var].base || k->var[k->var[var].base].phase == WRITE_OWN;
}

int
gen_some_row(struct generator *g, bool write)
{
    for (int tries = 0; tries < 6 && g->scoped; tries++) {
        int var = g->scope[below(g, g->scoped)];

        if (is_row(g->kernel, var) && (!write || may_write(g->kernel, var)))
            return var;
    }
    return 0;
}

static int
row_index(struct generator *g, size_t places)
{
    int which = below(g, g->constants ? 700 : 100), at;
    enum kind kind = chance(g, 50) ? I32 : U32;

    if (places == 1 || which < 30 || which >= 100) { // neighbours often are
        g->near = chance(g, 50) ? below(g, (int)places) : g->near + below(g, 5) - 2;
        if (g->near < 0 || g->near >= (int)places)
            g->near = below(g, (int)places);
        return gen_small_constant(g, kind, g->near);
    }
    if (which < 60) {
        at = gen_uniform_integer(g, kind);
    } else if (which < 75 && (at = gen_scoped_scalar(g, true)) != 0) {
        at = gen_convert(g, at, kind);
    } else {
        return gen_index(g, (int)places, 1);
    }
    if (!(places & (places - 1)) && chance(g, 60))
        at = gen_binary(g, B_AND, at, gen_small_constant(g, kind, (int64_t)places - 1));
    return at;
}

// The type of an access, and how it is written.
static enum row_form
choose_view(struct generator *g, const struct row *row, bool lvalue, type_id *type)
{
    static const uint8_t counts[] = {2, 2, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 8, 8, 16};
    enum kind own = fuzz_kind(row->element), kind = own;
    int bytes = row->count * fuzz_type_bytes(g->kernel, row->element), which = below(g, 100), lanes, form;
    bool cast;

    *type = row->element;
    if (which < 45)
        return ROW_ELEMENT;
    which = below(g, 100);
    if (!is_float(own) && which < 30)
        kind = which < 12 ? (enum kind)(own ^ 1) : which < 20 ? (enum kind)(which & 1) : (enum kind)below(g, F16);
    lanes = chance(g, 20) ? 1 : counts[below(g, sizeof counts)];
    // Scalars of another size would be another type that must not alias.
    cast = kind != own && kind_bytes(kind) > 1 && kind_bytes(kind) != kind_bytes(own);
    if (cast && lanes == 1)
        lanes = 2;
    if (lanes * kind_bytes(kind) > bytes || kind_bytes(kind) > row->align)
        return ROW_ELEMENT;
    form = ROW_VECTOR + below(g, 2);
    if (lanes == 1 || lvalue || cast || chance(g, 35))
        form = ROW_CAST;
    if (form == ROW_CAST && (lanes == 3 || lanes * kind_bytes(kind) > row->align))
        return ROW_ELEMENT;
    *type = fuzz_vector(kind, lanes);
    return *type == row->element ? ROW_ELEMENT : (enum row_form)form;
}

static int
place_like(struct generator *g, int other)
{
    struct kernel *k = g->kernel;
    struct expr like = k->expr[other];
    size_t step, places = like.op == E_ROW ? fuzz_row_places(k, &like, &step)
                                           : (size_t)k->aggregate[k->expr[like.kid[0]].type - VECTOR_TYPES].count;
    int at = row_index(g, places);

    at = gen_node(g, (enum expr_op)like.op, like.type, like.op == E_ROW ? 1 : 2, like.op == E_ROW ? at : like.kid[0],
                  at);
    k->expr[at].a = like.a;
    k->expr[at].b = like.b;
    return at;
}

int
gen_row_place(struct generator *g, int var, bool lvalue)
{
    struct kernel *k = g->kernel;
    const struct row row = fuzz_row(k, var);
    type_id type;
    enum row_form form = choose_view(g, &row, lvalue, &type);
    int at = gen_node(g, E_ROW, type, 1, 0, 0);

    k->expr[at].a = var;
    k->expr[at].b = form;
    return place_like(g, at);
}

// A place in a row or in any array; 0: there is none.
static int
some_place(struct generator *g)
{
    struct kernel *k = g->kernel;

    for (int tries = 0; tries < 8 && g->scoped; tries++) {
        int var = g->row && tries < 6 ? g->row : g->scope[below(g, g->scoped)];
        const struct var *v = &k->var[var];

        if (is_row(k, var) && may_write(k, var))
            return gen_row_place(g, var, false);
        if (v->storage == PRIVATE && v->type >= VECTOR_TYPES && !k->aggregate[v->type - VECTOR_TYPES].is_struct) {
            int array = gen_var_node(g, var), index = gen_small_constant(g, I32, 0);

            return place_like(g, gen_node(g, E_ELEMENT, k->aggregate[v->type - VECTOR_TYPES].element, 2, array, index));
        }
    }
    return 0;
}

static void
assign(struct generator *g, struct list *list, int place, int value)
{
    int at = gen_append(g, list, S_ASSIGN);

    g->kernel->stmt[at].e[0] = place;
    g->kernel->stmt[at].e[1] = value;
    g->kernel->stmt[at].style = 1;
}

static int
copy_node(struct generator *g, int node)
{
    int at = g->kernel->exprs++;

    g->kernel->expr[at] = g->kernel->expr[node];
    return at;
}

static void
store(struct generator *g, struct list *list, int place)
{
    static const uint8_t operators[] = {B_ADD, B_ADD, B_SUB, B_MUL, B_XOR};
    type_id type = g->kernel->expr[place].type;
    int value = chance(g, 50) ? some_place(g) : 0;

    if (!value || g->kernel->expr[value].type >= VECTOR_TYPES)
        value = place_like(g, place);
    if (type >= VECTOR_TYPES) {
        assign(g, list, place, place_like(g, place));
        return;
    }
    value = chance(g, 40) ? gen_coerce(g, value, type) : gen_expr(g, type, chance(g, 50) ? 2 : 0);
    if (chance(g, 40))
        value = gen_binary(g, (enum binary)operators[below(g, is_float(fuzz_kind(type)) ? 4 : 5)],
                           chance(g, 60) ? copy_node(g, place) : place_like(g, place), value);
    assign(g, list, place, value);
}

// Exchanges two places, or puts something else into one of them, or rotates three.
static void
swap(struct generator *g, struct list *list, int x)
{
    type_id type = g->kernel->expr[x].type;
    int y = place_like(g, x), held = gen_declare(g, list, type, copy_node(g, x)), which = below(g, 10);

    if (which < 2 && type < VECTOR_TYPES) {
        assign(g, list, x, gen_expr(g, type, 1));
    } else {
        assign(g, list, x, copy_node(g, y));
        if (which > 7) {
            x = y;
            y = place_like(g, x);
            assign(g, list, x, copy_node(g, y));
        }
    }
    assign(g, list, y, gen_var_node(g, held));
}

// Sum and difference of two places.
static void
butterfly(struct generator *g, struct list *list, int x)
{
    type_id type = g->kernel->expr[x].type;
    int y = place_like(g, x), first, second;

    if (type >= VECTOR_TYPES) {
        swap(g, list, x);
        return;
    }
    first = gen_var_node(g, gen_declare(g, list, type, copy_node(g, x)));
    second = copy_node(g, y);
    if (chance(g, 50))
        second = gen_var_node(g, gen_declare(g, list, type, second));
    assign(g, list, x, gen_binary(g, B_ADD, first, second));
    if (g->kernel->expr[second].op != E_VAR)
        second = copy_node(g, y);
    assign(g, list, y, gen_binary(g, B_SUB, copy_node(g, first), second));
}

// Exchanges element i with element n - 1 - i, or goes through the elements one after the other.
static void
row_loop(struct generator *g, struct list *list, int x)
{
    struct kernel *k = g->kernel;
    type_id int_type = fuzz_vector(I32, 1), type = k->expr[x].type;
    size_t step, places;
    int index, at, value, scoped = g->scoped, held, y;
    struct list body = {0};
    bool reverse = chance(g, 50);

    if (k->expr[x].op != E_ROW || g->trip > 8)
        return;
    places = fuzz_row_places(k, &k->expr[x], &step);
    if (places < 4)
        return;
    index = gen_new_var(g, PRIVATE, int_type);
    k->var[index].read_only = true;
    gen_enter_scope(g, index);
    k->expr[x].kid[0] = gen_var_node(g, index);
    y = copy_node(g, x);
    value = gen_binary(g, reverse ? B_SUB : B_ADD,
                       gen_small_constant(g, I32, reverse ? (int)places - 1 : below(g, (int)places / 2)),
                       gen_var_node(g, index));
    k->expr[y].kid[0] = value;
    if (reverse) {
        held = gen_declare(g, &body, type, copy_node(g, x));
        assign(g, &body, x, copy_node(g, y));
        assign(g, &body, y, gen_var_node(g, held));
    } else {
        assign(g, &body, x, gen_binary(g, chance(g, 50) ? B_ADD : B_SUB, y, gen_expr(g, type, 1)));
    }
    g->scoped = scoped;
    value = gen_small_constant(g, I32, (int)places / 2);
    at = gen_append(g, list, S_LOOP);
    k->stmt[at].a = index;
    k->stmt[at].e[1] = value;
    k->stmt[at].b = 1;
    k->stmt[at].style = LOOP_FOR;
    k->stmt[at].body[0] = body.first;
}

static void
row_statement(struct generator *g, struct list *list)
{
    int which = below(g, 100), x = some_place(g);

    if (!x)
        return;
    if (which < 35)
        store(g, list, x);
    else if (which < 55)
        gen_declare(g, list, g->kernel->expr[x].type, x);
    else if (which < 77)
        swap(g, list, x);
    else if (which < 92)
        butterfly(g, list, x);
    else
        row_loop(g, list, x);
}

void
gen_row_statements(struct generator *g, struct list *list, int depth)
{
    struct list some = {0};
    int count = 1 + below(g, chance(g, 75) ? 4 : 8), condition = 0, at = 0, scoped = g->scoped;
    bool constants = g->constants;

    if (!gen_some_row(g, true))
        return;
    g->constants = chance(g, 40);
    g->budget -= count / 2;
    if (g->constants && chance(g, 60))
        g->row = gen_some_row(g, true); // the one of all
    if (depth > 0 && chance(g, 30)) {
        condition = gen_condition(g, 2);
        at = gen_append(g, list, S_IF);
        g->kernel->stmt[at].e[0] = condition;
    }
    while (count-- > 0 && g->kernel->exprs < MAX_EXPRS / 2 && g->kernel->vars < MAX_VARS - 60)
        row_statement(g, at ? &some : list);
    if (at) {
        g->kernel->stmt[at].body[0] = some.first;
        g->scoped = scoped;
    }
    g->constants = constants;
    g->row = 0;
}

// --- Where rows come from --------------------------------------------------------------------------------------------

static type_id
row_element(struct generator *g)
{
    type_id type = chance(g, 70) ? g->row_type : gen_scalar_type(g);

    return chance(g, 85) ? type : fuzz_vector(fuzz_kind(type), chance(g, 70) ? 2 : 4);
}

static int
row_count(struct generator *g)
{
    static const uint8_t counts[] = {3, 4, 4, 5, 6, 7, 8, 8, 8, 10, 12, 16, 16, 20, 24};

    return counts[below(g, sizeof counts)];
}

// The largest power of two that divides it, up to what buffers begin at.
static int
alignment_of(int bytes)
{
    int align = 1;

    while (align < 128 && bytes % (2 * align) == 0)
        align *= 2;
    return align;
}

static int
point(struct generator *g, struct list *list, enum space space, type_id element, int count, int pointer)
{
    int var = gen_new_var(g, ROW, element), at = gen_append(g, list, S_POINT);
    struct var *v = &g->kernel->var[var];

    v->count = count;
    v->space = space;
    v->read_only = true;
    g->kernel->stmt[at].a = var;
    g->kernel->stmt[at].e[0] = pointer;
    gen_enter_scope(g, var);
    return var;
}

static int
pointer_node(struct generator *g, int to, int count, int index, bool fixed)
{
    int at = gen_node(g, E_POINTER, TYPE_VOID, 1, index, 0);

    g->kernel->expr[at].a = to;
    g->kernel->expr[at].b = count;
    g->kernel->expr[at].lane[0] = fixed;
    return at;
}

static int
global_row(struct generator *g, struct list *list, type_id element, int count)
{
    struct kernel *k = g->kernel;
    int output = gen_output(g, element, count), own, var;

    k->var[output].layout = chance(g, 80) ? BLOCKED : REVERSED;
    own = gen_node(g, E_OWN, fuzz_vector(U64, 1), 1, gen_small_constant(g, I32, 0), 0);
    k->expr[own].a = output;
    if (chance(g, 60))
        k->expr[own].style &= 4; // plain ids: the stride from one work-item to the next is known
    var = point(g, list, SPACE_GLOBAL, element, count, pointer_node(g, output, count, own, true));
    k->var[var].align = alignment_of(count * fuzz_type_bytes(k, element));
    return var;
}

void
gen_local_row(struct generator *g, struct list *list, int local)
{
    struct kernel *k = g->kernel;
    int slot = gen_node(g, E_SLOT, fuzz_vector(U64, 1), 0, local, 0), count = k->var[local].slice, var;

    var = point(g, list, SPACE_LOCAL, k->var[local].type, count, pointer_node(g, local, count, slot, true));
    k->var[var].base = local;
    if (k->var[local].align)
        k->var[var].align = alignment_of(count * fuzz_type_bytes(k, k->var[local].type));
}

static int
private_row(struct generator *g, struct list *list, type_id element, int count)
{
    return gen_array_of(g, list, element, count);
}

// A pointer into the middle of a row.
static void
point_inside(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    int to = gen_some_row(g, false), count, var;
    struct row row;

    if (!to)
        return;
    row = fuzz_row(k, to);
    count = 1 + below(g, row.count);
    var = point(g, list, row.space, row.element, count,
                pointer_node(g, to, count, row_index(g, (size_t)(row.count - count + 1)), false));
    k->var[var].base = k->var[to].base;
}

void
gen_first_rows(struct generator *g, struct list *list)
{
    static const uint8_t long_ones[] = {24, 32, 32, 40, 64};

    g->row_type = gen_scalar_type(g);
    for (int i = 1 + below(g, 2); i > 0; i--) {
        type_id element = row_element(g);

        if (chance(g, 45))
            global_row(g, list, element, row_count(g));
        else
            private_row(g, list, element, chance(g, 30) ? long_ones[below(g, sizeof long_ones)] : row_count(g));
    }
    if (chance(g, 20))
        point_inside(g, list);
}

int
gen_row_parameter(struct generator *g)
{
    static const uint8_t counts[] = {2, 3, 4, 4, 5, 8, 8, 16};
    struct kernel *k = g->kernel;
    int var = gen_new_var(g, ROW, row_element(g)), which = below(g, 100);
    struct var *v = &k->var[var];

    v->read_only = true;
    v->count = counts[below(g, sizeof counts)];
    for (int i = 1; i < var; i++) // what another helper is given can be passed on to it
        if (k->var[i].storage == ROW && k->var[i].function < g->function && chance(g, 60)) {
            v->type = k->var[i].type;
            v->space = k->var[i].space;
            v->align = k->var[i].align;
            v->count = k->var[i].count + below(g, 3);
            return var;
        }
    v->align = chance(g, 30) ? alignment_of(v->count * fuzz_type_bytes(k, v->type)) : 0;
    v->space = which < 50 ? SPACE_PRIVATE : which < 70 ? SPACE_GLOBAL : which < 80 ? SPACE_LOCAL : SPACE_GENERIC;
    if (v->space == SPACE_GENERIC && k->version < 20)
        v->space = SPACE_PRIVATE;
    return var;
}

int
gen_row_argument(struct generator *g, struct list *list, int parameter)
{
    struct kernel *k = g->kernel;
    const struct row want = fuzz_row(k, parameter);
    int found[MAX_SCOPE], count = 0, var;
    bool fixed;
    struct row row;

    for (int i = 0; i < g->scoped; i++) {
        if (!is_row(k, g->scope[i]) || !may_write(k, g->scope[i]))
            continue;
        row = fuzz_row(k, g->scope[i]);
        if (row.element == want.element && row.count >= want.count && row.align >= want.align &&
            (row.space == want.space || want.space == SPACE_GENERIC))
            found[count++] = g->scope[i];
    }
    if (count && chance(g, 85))
        var = found[below(g, count)];
    else if (want.space == SPACE_GLOBAL && !g->helper)
        var = global_row(g, list, want.element, want.count + 4 * below(g, 3));
    else if (want.space == SPACE_PRIVATE || want.space == SPACE_GENERIC)
        var = private_row(g, list, want.element, want.count + below(g, 9));
    else
        return 0;
    if (!var)
        return 0;
    row = fuzz_row(k, var);
    if (row.align < want.align) {
        if (k->var[var].storage == ROW)
            return 0;
        k->var[var].align = want.align;
    }
    fixed = want.align > fuzz_type_align(k, want.element);
    return pointer_node(g, var, want.count,
                        fixed ? gen_small_constant(g, I32, 0) : row_index(g, (size_t)(row.count - want.count + 1)),
                        fixed);
}
