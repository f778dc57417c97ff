// SPDX-License-Identifier: Apache-2.0
// Random types and statements of one work-item.
#include "conformance/fuzz/generate.h"

#include <assert.h>
#include <string.h>

int
gen_append(struct generator *g, struct list *list, enum stmt_op op)
{
    struct kernel *k = g->kernel;
    int at = k->stmts++;

    assert(at < MAX_STMTS);
    k->stmt[at] = (struct stmt){.op = (uint8_t)op};
    if (list->last)
        k->stmt[list->last].next = at;
    else
        list->first = at;
    list->last = at;
    return at;
}

void
gen_enter_scope(struct generator *g, int var)
{
    if (g->scoped < MAX_SCOPE)
        g->scope[g->scoped++] = var;
}

type_id
gen_array_type(struct generator *g, type_id element, int count)
{
    struct kernel *k = g->kernel;
    int at = k->aggregates++;

    assert(at < MAX_AGGREGATES);
    k->aggregate[at] = (struct aggregate){.element = element,
                                          .count = count,
                                          .size = count * fuzz_type_bytes(k, element),
                                          .align = fuzz_type_align(k, element)};
    return VECTOR_TYPES + at;
}

void
gen_struct_type(struct generator *g)
{
    struct kernel *k = g->kernel;
    struct aggregate new = {.is_struct = true, .count = 1 + below(g, MAX_FIELDS), .align = 1};
    type_id nested = 0;

    for (int i = 0; i < k->aggregates; i++)
        if (k->aggregate[i].is_struct)
            nested = VECTOR_TYPES + i;
    for (int i = 0; i < new.count; i++) {
        int align;

        new.field[i] = gen_vector_type(g);
        if (fuzz_lanes(new.field[i]) > 4)
            new.field[i] = gen_scalar_type(g);
        if (chance(g, 15))
            new.field[i] = gen_array_type(g, gen_scalar_type(g), 2 + below(g, 4));
        else if (nested && chance(g, 15))
            new.field[i] = nested;
        align = fuzz_type_align(k, new.field[i]);
        new.offset[i] = (new.size + align - 1) / align * align;
        new.size = new.offset[i] + fuzz_type_bytes(k, new.field[i]);
        if (align > new.align)
            new.align = align;
    }
    new.size = (new.size + new.align - 1) / new.align * new.align;
    k->aggregate[k->aggregates++] = new;
}

// A struct type, or -1.
type_id
gen_some_struct(struct generator *g)
{
    type_id found[MAX_AGGREGATES];
    int count = 0;

    for (int i = 0; i < g->kernel->aggregates; i++)
        if (g->kernel->aggregate[i].is_struct)
            found[count++] = VECTOR_TYPES + i;
    return count ? found[below(g, count)] : -1;
}

int
gen_output(struct generator *g, type_id type, int slice)
{
    struct kernel *k = g->kernel;
    int at;

    at = gen_new_var(g, OUTPUT, type);
    k->var[at].slice = slice;
    k->var[at].layout = chance(g, 60) ? BLOCKED : (enum layout)below(g, LAYOUTS);
    k->var[at].last_first = k->range.dimensions > 1 && chance(g, 25);
    return at;
}

int
gen_own_place(struct generator *g, int output, int index)
{
    struct kernel *k = g->kernel;
    int own = gen_node(g, E_OWN, fuzz_vector(U64, 1), 1, index, 0);

    k->expr[own].a = output;
    return gen_node(g, E_ELEMENT, k->var[output].type, 2, gen_node(g, E_VAR, k->var[output].type, 0, output, 0), own);
}

static void gen_leave(struct generator *g, struct list *list);

// `leave`: how likely something in the middle leaves the block, or what is around it.
int
gen_block(struct generator *g, int depth, int count, int leave)
{
    struct list list = {0};
    int scoped = g->scoped, there = chance(g, leave) ? below(g, count) : -1;

    for (int i = 0; i < count && g->budget > 0; i++) {
        gen_statement(g, &list, depth);
        if (i == there)
            gen_leave(g, &list);
    }
    g->scoped = scoped;
    return list.first;
}

// A variable with its first value.
int
gen_declare(struct generator *g, struct list *list, type_id type, int value)
{
    int var = gen_new_var(g, PRIVATE, type), at = gen_append(g, list, S_DECLARE);

    g->kernel->var[var].uniform = g->uniform;
    g->kernel->stmt[at].a = var;
    g->kernel->stmt[at].e[0] = value;
    gen_enter_scope(g, var);
    return var;
}

// An existing or new struct value to copy from.
static int
struct_value(struct generator *g, type_id type)
{
    struct kernel *k = g->kernel;
    int at = 0;

    for (int tries = 0; tries < 4 && g->scoped && !at; tries++) {
        int var = g->scope[below(g, g->scoped)];

        if (k->var[var].type == type)
            return gen_var_node(g, var);
    }
    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == INPUT && k->var[i].type == type)
            at = i;
    if (g->helper)
        return 0;
    if (!at) {
        at = gen_new_var(g, INPUT, type);
        k->var[at].count = (int)fuzz_items(k) + 1;
        k->var[at].qualifier = (uint8_t)below(g, 4);
    }
    return gen_node(g, E_ELEMENT, type, 2, gen_node(g, E_VAR, type, 0, at, 0), gen_index(g, k->var[at].count, 2));
}

int
gen_array_of(struct generator *g, struct list *list, type_id element, int count)
{
    static const uint8_t aligns[] = {0, 0, 0, 16, 32, 64, 128};
    struct kernel *k = g->kernel;
    int var, at, scoped;

    if (k->aggregates > MAX_AGGREGATES - 4 || g->kernel->exprs > MAX_EXPRS / 2)
        return 0;
    var = gen_new_var(g, PRIVATE, gen_array_type(g, element, count));
    k->var[var].align = aligns[below(g, sizeof aligns)];
    if (k->var[var].align <= fuzz_type_align(k, element))
        k->var[var].align = 0;
    if (element >= VECTOR_TYPES || count > 16 || chance(g, 50)) {
        int index = gen_new_var(g, PRIVATE, fuzz_vector(chance(g, 70) ? I32 : U32, 1)), value;

        k->var[index].read_only = true;
        scoped = g->scoped;
        gen_enter_scope(g, index);
        value = element >= VECTOR_TYPES ? struct_value(g, element) : gen_expr(g, element, 2);
        g->scoped = scoped;
        if (!value)
            return 0;
        at = gen_append(g, list, S_FILL);
        k->stmt[at].e[0] = value;
        k->stmt[at].b = index;
    } else {
        int values[MAX_KIDS], some = 1 + below(g, count < MAX_KIDS ? count : MAX_KIDS);

        for (int i = 0; i < some; i++)
            values[i] = gen_expr(g, element, 1);
        at = gen_append(g, list, S_DECLARE);
        memcpy(k->stmt[at].e, values, sizeof *values * (size_t)some);
    }
    k->stmt[at].a = var;
    gen_enter_scope(g, var);
    return var;
}

static void
gen_array(struct generator *g, struct list *list)
{
    type_id element = chance(g, 70) ? gen_scalar_type(g) : gen_vector_type(g), aggregate = gen_some_struct(g);

    if (aggregate >= 0 && chance(g, 12))
        gen_array_of(g, list, aggregate, 2 + below(g, 4));
    else
        gen_array_of(g, list, element, chance(g, 70) ? 1 << (1 + below(g, 4)) : 3 + below(g, 7));
}

static void
gen_struct(struct generator *g, struct list *list)
{
    type_id type = gen_some_struct(g);
    int value;

    if (type < 0 || !(value = struct_value(g, type)))
        return;
    gen_declare(g, list, type, value);
}

void
gen_assign(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    int place = gen_target(g), value, at;

    if (!place)
        return;
    value = gen_expr(g, k->expr[place].type, depth);
    if (chance(g, 40) && k->exprs < MAX_EXPRS - 1000) { // x = x op value
        static const uint8_t operators[] = {B_ADD, B_ADD, B_SUB, B_MUL, B_XOR, B_AND, B_OR};
        int count = is_float(fuzz_kind(k->expr[place].type)) ? 4 : 7;
        // The same nodes serve as place and as operand: the copy is shallow, its kids are shared and only read.
        int again = k->exprs++;

        k->expr[again] = k->expr[place];
        value = gen_node(g, E_BINARY, k->expr[place].type, 2, again, value);
        k->expr[value].a = operators[below(g, count)];
    }
    at = gen_append(g, list, S_ASSIGN);
    k->stmt[at].e[0] = place;
    k->stmt[at].e[1] = value;
    k->stmt[at].style = 1;
}

static void
gen_struct_copy(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    type_id type = gen_some_struct(g);
    int place = 0, value, at;

    if (type < 0)
        return;
    for (int tries = 0; tries < 8 && g->scoped && !place; tries++) {
        int var = g->scope[below(g, g->scoped)];

        if (k->var[var].type == type && k->var[var].storage == PRIVATE)
            place = gen_var_node(g, var);
    }
    if (!place && !g->helper)
        place = gen_own_place(g, gen_output(g, type, 1), gen_small_constant(g, I32, 0));
    if (!place || !(value = struct_value(g, type)))
        return;
    at = gen_append(g, list, S_ASSIGN);
    k->stmt[at].e[0] = place;
    k->stmt[at].e[1] = value;
}

static int
count_outputs(const struct kernel *k)
{
    int count = 0;

    for (int i = 1; i < k->vars; i++)
        count += k->var[i].storage == OUTPUT;
    return count;
}

static void
gen_store(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    int found[MAX_VARS], count = 0, output, place, at, value;

    if (g->helper)
        return;
    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == OUTPUT)
            found[count++] = i;
    if (count && (count > 6 || chance(g, 60))) {
        output = found[below(g, count)];
    } else {
        type_id type = chance(g, 75) ? gen_scalar_type(g) : gen_vector_type(g), aggregate = gen_some_struct(g);

        output = gen_output(g, aggregate >= 0 && chance(g, 25) ? aggregate : type, 1 + below(g, 5));
    }
    place = gen_own_place(g, output, gen_index(g, k->var[output].slice, 2));
    place = gen_descend(g, place, 2);
    value = gen_expr(g, k->expr[place].type, depth);
    at = gen_append(g, list, S_ASSIGN);
    k->stmt[at].e[0] = place;
    k->stmt[at].e[1] = value;
}

static void
gen_vstore(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    static const uint8_t counts[] = {2, 2, 3, 4, 4, 8, 16};
    type_id type = fuzz_vector(fuzz_kind(gen_scalar_type(g)), counts[below(g, sizeof counts)]);
    int n = fuzz_lanes(type), times = 1 + below(g, 3), output, value, own, at;

    if (g->helper || count_outputs(k) > 8)
        return;
    output = gen_output(g, fuzz_vector(fuzz_kind(type), 1), n * times);
    k->var[output].layout = chance(g, 70) ? BLOCKED : REVERSED;
    value = gen_expr(g, type, depth);
    own = gen_node(g, E_OWN, fuzz_vector(U64, 1), 1, gen_small_constant(g, I32, n * below(g, times)), 0);
    k->expr[own].a = output;
    at = gen_append(g, list, S_VSTORE);
    k->stmt[at].e[0] = value;
    k->stmt[at].e[1] = own;
    k->stmt[at].a = output;
    k->stmt[at].style = (uint8_t)below(g, 6);
}

// Vectors element by element, into memory or a variable.
static void
gen_map(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    static const uint8_t counts[] = {2, 2, 3, 4, 4, 4, 8, 16};
    type_id type = fuzz_vector(fuzz_kind(gen_scalar_type(g)), counts[below(g, sizeof counts)]);
    int output = 0, place, value, at;

    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == OUTPUT && k->var[i].type == type && k->var[i].slice == 1 && chance(g, 60))
            output = i;
    if (g->helper || (!output && count_outputs(k) > 8) || chance(g, 30)) {
        gen_declare(g, list, type, gen_elementwise(g, type, 3));
        return;
    }
    if (!output) {
        output = gen_output(g, type, 1);
        if (chance(g, 70))
            k->var[output].layout = BLOCKED;
    }
    place = gen_own_place(g, output, gen_small_constant(g, I32, 0));
    value = gen_elementwise(g, type, 4);
    at = gen_append(g, list, S_ASSIGN);
    k->stmt[at].e[0] = place;
    k->stmt[at].e[1] = value;
}

void
gen_atomic(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    int found[MAX_VARS], count = 0, var, index, value, at;
    enum kind kind;

    if (g->helper)
        return;
    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == COUNTERS ||
            (k->var[i].storage == LOCAL_MEMORY && k->var[i].atomic && k->var[i].phase == WRITE_OWN))
            found[count++] = i;
    if (count && chance(g, 75)) {
        var = found[below(g, count)];
    } else {
        var = gen_new_var(g, COUNTERS, fuzz_vector(chance(g, 50) ? I32 : U32, 1));
        k->var[var].count = 1 << below(g, 7);
        k->var[var].atomic = ATOMIC_ADD + below(g, 6);
    }
    kind = fuzz_kind(k->var[var].type);
    index = gen_index(g, k->var[var].count, 2);
    value = chance(g, 30) ? gen_small_constant(g, kind, 1) : gen_expr(g, k->var[var].type, 2);
    at = gen_append(g, list, S_ATOMIC);
    k->stmt[at].a = var;
    k->stmt[at].e[0] = index;
    k->stmt[at].e[1] = value;
}

static void
gen_fetch(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    type_id type = fuzz_vector(chance(g, 50) ? I32 : U32, 1);
    int output, place, value, var, at;

    if (g->helper || count_outputs(k) > 8)
        return;
    output = gen_output(g, type, 1 + below(g, 4));
    place = gen_own_place(g, output, gen_index(g, k->var[output].slice, 2));
    value = gen_expr(g, type, 2);
    var = gen_new_var(g, PRIVATE, type);
    at = gen_append(g, list, S_FETCH);
    k->stmt[at].a = var;
    k->stmt[at].b = ATOMIC_ADD + below(g, 6);
    k->stmt[at].e[0] = place;
    k->stmt[at].e[1] = value;
    gen_enter_scope(g, var);
}

static void
gen_if(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    int condition = gen_effect_condition(g, 3), at = gen_append(g, list, S_IF), body;

    k->stmt[at].e[0] = condition;
    body = gen_block(g, depth - 1, 1 + below(g, 3), 0);
    k->stmt[at].body[0] = body;
    if (chance(g, 45)) {
        body = gen_block(g, depth - 1, 1 + below(g, 3), 0);
        k->stmt[at].body[1] = body;
    }
}

static void
gen_switch(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    type_id type = fuzz_vector(I32, 1);
    struct list cases = {0};
    int value = gen_expr(g, type, 2), at, count = 2 + below(g, 3), first = below(g, 3),
        with_default = below(g, count + 2);
    bool breaks = g->breaks;

    if (chance(g, 85)) {
        value = gen_node(g, E_BINARY, type, 2, value, gen_small_constant(g, I32, 7));
        k->expr[value].a = B_AND;
    }
    at = gen_append(g, list, S_SWITCH);
    k->stmt[at].e[0] = value;
    g->breaks = true;
    for (int i = 0; i < count; i++) {
        int c = gen_append(g, &cases, S_CASE), body;

        k->stmt[c].a = first + i;
        k->stmt[c].b = i == with_default;
        k->stmt[c].style = i + 1 < count && chance(g, 25);
        body = gen_block(g, depth - 1, 1 + below(g, 2), 0);
        k->stmt[c].body[0] = body;
    }
    k->stmt[at].body[0] = cases.first;
    g->breaks = breaks;
}

static void
gen_labelled(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    int at = gen_append(g, list, S_LABELLED), label = g->label, body;

    k->stmt[at].a = at;
    g->label = at;
    body = gen_block(g, depth - 1, 2 + below(g, 3), 60);
    k->stmt[at].body[0] = body;
    g->label = label;
}

// break, continue, return or goto, mostly under a condition.
static void
gen_leave(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    struct list body = {0};
    int at, condition, op = 0, value = 0, scoped = g->scoped;

    for (int tries = 0; tries < 5 && !op; tries++) {
        int which = below(g, 4);

        if (which == 0 && g->breaks)
            op = S_BREAK;
        if (which == 1 && g->continues)
            op = S_CONTINUE;
        if (which == 2 && g->returns)
            op = S_RETURN;
        if (which == 3 && g->label)
            op = S_GOTO;
    }
    if (!op)
        return;
    condition = gen_effect_condition(g, 2);
    at = gen_append(g, list, S_IF);
    k->stmt[at].e[0] = condition;
    if (chance(g, 40) && g->budget > 0)
        gen_statement(g, &body, 0);
    if (op == S_RETURN && g->helper)
        value = gen_expr(g, k->function[g->function].result, 2);
    condition = gen_append(g, &body, (enum stmt_op)op);
    k->stmt[condition].a = op == S_GOTO ? g->label : 0;
    k->stmt[condition].e[0] = value;
    k->stmt[at].body[0] = body.first;
    g->scoped = scoped;
}

// Calls that write through their pointers as well.
void
gen_call(struct generator *g, struct list *list)
{
    if (g->calls && g->trip <= 32)
        gen_call_of(g, list, below(g, g->calls));
}

void
gen_call_of(struct generator *g, struct list *list, int callee)
{
    struct kernel *k = g->kernel;
    const struct function *f = &k->function[callee];
    int kid[MAX_PARAMETERS], at;

    for (int i = 0; i < f->parameters; i++) {
        type_id type = k->var[f->parameter[i]].type;

        if (k->var[f->parameter[i]].storage == ROW) {
            kid[i] = gen_row_argument(g, list, f->parameter[i]);
            if (!kid[i])
                return;
        } else if (k->var[f->parameter[i]].storage == POINTER && k->var[f->parameter[i]].qualifier) {
            int own;

            if (g->helper)
                return;
            own = gen_own_place(g, gen_output(g, type, 1), gen_small_constant(g, I32, 0));
            kid[i] = gen_node(g, E_ADDRESS, type, 1, own, 0);
        } else if (k->var[f->parameter[i]].storage == POINTER) {
            int var = gen_declare(g, list, type, gen_expr(g, type, 1));

            kid[i] = gen_node(g, E_ADDRESS, type, 1, gen_var_node(g, var), 0);
        } else if (type >= VECTOR_TYPES) {
            kid[i] = struct_value(g, type);
            if (!kid[i])
                return;
        } else {
            kid[i] = gen_expr(g, type, 2);
        }
    }
    at = gen_node(g, E_CALL, f->result, 0, callee, 0);
    k->expr[at].kids = (uint8_t)f->parameters;
    memcpy(k->expr[at].kid, kid, sizeof *kid * (size_t)f->parameters);
    gen_declare(g, list, f->result, at);
}

// The kinds of statements, and where each one's part of a hundred ends.
enum kind_of_statement {
    DECLARES,
    ASSIGNS,
    ARRAYS,
    STRUCTS,
    STRUCT_COPIES,
    STORES,
    VSTORES,
    MAPS,
    ATOMICS,
    FETCHES,
    CALLS,
    LEAVES_BLOCK,
    IFS,
    LOOPS,
    SEARCHES,
    WALKS,
    SWITCHES,
    IRREDUCIBLES,
    LABELS,
    ROW_LOOPS,
    LEAVES,
    STATEMENT_KINDS
};
static const uint8_t kind_ends[STATEMENT_KINDS] = {16, 36, 41, 44, 46, 51, 53, 58, 60, 61, 64,
                                                   66, 75, 81, 84, 88, 91, 93, 95, 97, 100};

uint32_t
gen_some_kinds(struct generator *g)
{
    uint32_t kinds = UINT32_C(1) << ASSIGNS | UINT32_C(1) << DECLARES;

    for (int kind = 0; kind < STATEMENT_KINDS; kind++)
        if (chance(g, 30))
            kinds |= UINT32_C(1) << kind;
    return kinds;
}

// One of those that the kernel has.
static enum kind_of_statement
some_kind(struct generator *g, int depth)
{
    for (;;) {
        int which = below(g, 100), kind = 0;

        if (depth <= 0)
            which %= kind_ends[LEAVES_BLOCK];
        while (which >= kind_ends[kind])
            kind++;
        if (g->kinds >> kind & 1)
            return (enum kind_of_statement)kind;
    }
}

static void
gen_of_kind(struct generator *g, struct list *list, int depth, enum kind_of_statement kind)
{
    switch (kind) {
    case DECLARES: {
        type_id type = gen_vector_type(g);

        if (chance(g, 20))
            gen_declare(g, list, type, gen_narrowed(g, type, gen_expr(g, type, 2)));
        else
            gen_declare(g, list, type, gen_expr(g, type, 3));
        break;
    }
    case ASSIGNS:
        gen_assign(g, list, 3);
        break;
    case ARRAYS:
        gen_array(g, list);
        break;
    case STRUCTS:
        gen_struct(g, list);
        break;
    case STRUCT_COPIES:
        gen_struct_copy(g, list);
        break;
    case STORES:
        gen_store(g, list, 3);
        break;
    case VSTORES:
        gen_vstore(g, list, 3);
        break;
    case MAPS:
        gen_map(g, list);
        break;
    case ATOMICS:
        gen_atomic(g, list);
        break;
    case FETCHES:
        gen_fetch(g, list);
        break;
    case CALLS:
        gen_call(g, list);
        break;
    case IFS:
        if (depth > 0 && !g->uniform && chance(g, 30))
            gen_rare_work(g, list, depth);
        else
            gen_if(g, list, depth);
        break;
    case LOOPS:
        gen_loop(g, list, depth);
        break;
    case SEARCHES:
        gen_search(g, list);
        break;
    case WALKS:
        gen_walk(g, list, depth);
        break;
    case SWITCHES:
        gen_switch(g, list, depth);
        break;
    case IRREDUCIBLES:
        gen_irreducible(g, list, depth);
        break;
    case LABELS:
        gen_labelled(g, list, depth);
        break;
    case ROW_LOOPS:
        gen_row_loop(g, list);
        break;
    case LEAVES_BLOCK:
    case LEAVES:
    case STATEMENT_KINDS:
        if (depth > 0)
            gen_leave(g, list);
        break;
    }
}

void
gen_statement(struct generator *g, struct list *list, int depth)
{
    const enum kind_of_statement kind = some_kind(g, depth);

    g->budget--;
    if (g->kernel->exprs > MAX_EXPRS / 2 || g->kernel->vars > MAX_VARS - 60 || g->kernel->stmts > MAX_STMTS - 100)
        return;
    if (!g->rows || !chance(g, 35))
        gen_of_kind(g, list, depth, kind);
    else if (chance(g, 15))
        gen_call(g, list);
    else
        gen_row_statements(g, list, depth);
}
