// SPDX-License-Identifier: Apache-2.0
// Makes loops.
#include "conformance/fuzz/generate.h"

// An id that begins at 0.
static int
gen_id(struct generator *g, enum kind kind, bool is_local)
{
    int id = gen_node(g, E_ITEM, fuzz_vector(U64, 1), 0, is_local ? LOCAL_ID : GLOBAL_ID, 0);

    if (!is_local)
        id = gen_binary(g, B_SUB, id, gen_node(g, E_ITEM, fuzz_vector(U64, 1), 0, GLOBAL_OFFSET, 0));
    return gen_convert(g, id, kind);
}

// Where a work-item begins that goes through elements in steps of many: `for (i = id; i < bound; i += step)`.
static int
gen_first_of_rounds(struct generator *g, enum kind kind)
{
    return gen_id(g, kind, !g->no_groups && chance(g, 40));
}

// A window around the work-item that ends where something else does: `for (i = max(id - n, least); i < min(id + m,
// most); ...)`. Returns the most it runs; fewer than `most`.
static int
gen_window(struct generator *g, enum kind kind, int most, int *first, int *bound)
{
    const bool is_local = !g->no_groups && chance(g, 40), saturates = !is_signed(kind) && chance(g, 60);
    const type_id type = fuzz_vector(kind, 1);
    const int before = below(g, most / 2 + 1), behind = below(g, most - before);
    int id = gen_id(g, kind, is_local), distance = gen_small_constant(g, kind, before);

    if (saturates)
        *first = gen_operation(g, E_BUILTIN, F_SUB_SAT, type, id, distance);
    else
        *first = gen_operation(g, E_BUILTIN, F_MAX, type, gen_binary(g, B_SUB, id, distance),
                               gen_small_constant(g, kind, below(g, 3)));
    id = gen_binary(g, B_ADD, gen_id(g, kind, is_local), gen_small_constant(g, kind, behind));
    *bound =
        chance(g, 80) ? gen_operation(g, E_BUILTIN, F_MIN, type, id, gen_small_constant(g, kind, below(g, 60))) : id;
    return before + behind + 1;
}

// Fills a loop's head; the counter enters the scope. Returns the most it runs.
int
gen_loop_head(struct generator *g, int at, int most)
{
    static const uint8_t kinds[] = {I32, I32, I32, I32, U32, U32, I64, U64};
    struct kernel *k = g->kernel;
    enum kind kind = (enum kind)kinds[below(g, sizeof kinds)];
    type_id type = fuzz_vector(kind, 1);
    int var = gen_new_var(g, PRIVATE, type), bound = 0, first = 0, trip = 2 + below(g, most), mask, condition = 0, step;

    k->var[var].read_only = true;
    k->var[var].uniform = g->uniform;
    step = 1 + (chance(g, 20) ? below(g, 3) : 0);
    if (!g->uniform && !g->helper && chance(g, 25)) {
        step = 4 + below(g, 60);
        bound = gen_small_constant(g, kind, 1 + below(g, (trip - 1) * step));
        first = gen_first_of_rounds(g, kind);
    } else if (!g->uniform && !g->helper && chance(g, 15)) {
        trip = gen_window(g, kind, trip, &first, &bound);
    } else if (chance(g, 55)) { // a bound that differs
        mask = trip > 7 ? 15 : trip > 3 ? 7 : 3;
        bound = gen_node(g, E_BINARY, type, 2, gen_expr(g, type, 2), gen_small_constant(g, kind, mask));
        k->expr[bound].a = B_AND;
        trip = mask;
    } else {
        bound = gen_small_constant(g, kind, trip);
    }
    if (!first && chance(g, 15)) {
        first = gen_node(g, E_BINARY, type, 2, gen_expr(g, type, 2), gen_small_constant(g, kind, 3));
        k->expr[first].a = B_AND;
    }
    k->stmt[at].style = (uint8_t)below(g, 3);
    k->stmt[at].a = var;
    k->stmt[at].e[0] = first;
    k->stmt[at].e[1] = bound;
    k->stmt[at].b = step;
    gen_enter_scope(g, var);
    if (chance(g, 25))
        condition = gen_effect_condition(g, 2);
    k->stmt[at].e[2] = condition;
    return trip;
}

// What the loop does in each of its turns.
static void
gen_loop_body(struct generator *g, int at, int turns, int depth, int statements)
{
    const bool breaks = g->breaks, continues = g->continues;
    const int trip = g->trip;
    int body;

    g->trip *= turns;
    g->breaks = g->continues = true;
    body = gen_block(g, depth - 1, statements, 30);
    g->kernel->stmt[at].body[0] = body;
    g->breaks = breaks;
    g->continues = continues;
    g->trip = trip;
}

void
gen_loop(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    int most = g->trip > 16 ? 2 : g->trip > 4 ? 6 : 12, at = gen_append(g, list, S_LOOP), scoped = g->scoped, turns;

    if (g->trip > 64) {
        k->stmt[at].op = S_BLOCK;
        return;
    }
    turns = gen_loop_head(g, at, most);
    gen_loop_body(g, at, turns, depth, 1 + below(g, 4));
    g->scoped = scoped;
}

// What few work-items do, with a loop: those of which a few bits of a value are as one of many. The others may have
// something else to do, and all go on with what either made of the variables.
void
gen_rare_work(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    const type_id type = fuzz_vector(chance(g, 50) ? I32 : U32, 1);
    const int mask = (4 << below(g, 4)) - 1, scoped = g->scoped;
    int bits = gen_expr(g, type, 2), at;
    struct list body = {0};

    bits = gen_operation(g, E_BINARY, B_AND, type, bits, gen_small_constant(g, fuzz_kind(type), mask));
    bits = gen_operation(g, E_COMPARE, chance(g, 85) ? C_EQ : C_NE, fuzz_vector(I32, 1), bits,
                         gen_small_constant(g, fuzz_kind(type), below(g, mask + 1)));
    at = gen_append(g, list, S_IF);
    k->stmt[at].e[0] = bits;
    if (chance(g, 50))
        gen_statement(g, &body, 0);
    gen_loop(g, &body, depth - 1);
    if (chance(g, 50))
        gen_statement(g, &body, 0);
    g->scoped = scoped;
    k->stmt[at].body[0] = body.first;
    if (chance(g, 40)) {
        const int others = gen_block(g, 0, 1, 0);
        k->stmt[at].body[1] = others;
    }
}

// A loop over elements that are the same for all, until one compares with a value of the work-item's own: what was
// found is noted, by its place or otherwise.
void
gen_search(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    const type_id counted = fuzz_vector(I32, 1);
    int found[MAX_VARS], count = 0, buffer, own, place, counter, bound, element, noted, at, leaves, scoped;
    struct list round = {0}, taken = {0};

    if (g->helper || g->trip > 16)
        return;
    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == INPUT && k->var[i].count >= 16 && k->var[i].type < VECTOR_TYPES &&
            fuzz_lanes(k->var[i].type) == 1)
            found[count++] = i;
    if (count) {
        buffer = found[below(g, count)];
    } else {
        buffer = gen_new_var(g, INPUT, gen_scalar_type(g));
        k->var[buffer].count = 16 + (int)fuzz_items(k);
        k->var[buffer].qualifier = (uint8_t)below(g, 4);
    }
    own = gen_declare(g, list, k->var[buffer].type, gen_expr(g, k->var[buffer].type, 2));
    place = gen_declare(g, list, counted, gen_small_constant(g, I32, below(g, 3)));
    scoped = g->scoped;
    bound = gen_operation(g, E_BINARY, B_AND, counted, gen_uniform_integer(g, I32), gen_small_constant(g, I32, 15));
    counter = gen_new_var(g, PRIVATE, counted);
    k->var[counter].read_only = true;
    k->var[counter].uniform = g->uniform;
    at = gen_append(g, list, S_LOOP);
    k->stmt[at].a = counter;
    k->stmt[at].b = 1;
    k->stmt[at].e[1] = bound;
    gen_enter_scope(g, counter);
    leaves = gen_append(g, &round, S_IF);
    element = gen_node(g, E_ELEMENT, k->var[buffer].type, 2, gen_var_node(g, buffer), gen_var_node(g, counter));
    k->stmt[leaves].e[0] = gen_operation(g, E_COMPARE, below(g, 6), counted, element, gen_var_node(g, own));
    for (int i = 1 + below(g, 2); i > 0; i--)
        gen_assign(g, &taken, 2);
    noted = gen_append(g, &taken, S_ASSIGN);
    k->stmt[noted].e[0] = gen_var_node(g, place);
    k->stmt[noted].e[1] = gen_var_node(g, counter);
    gen_append(g, &taken, S_BREAK);
    k->stmt[leaves].body[0] = taken.first;
    if (chance(g, 40))
        gen_assign(g, &round, 2);
    k->stmt[at].body[0] = round.first;
    g->scoped = scoped;
}

// A buffer that a pointer to `buffer` can point to as well, over at least the same indices; 0: none.
static int
another_buffer(struct generator *g, int buffer)
{
    const struct var *var = g->kernel->var;

    for (int i = g->kernel->vars - 1; i > 0; i--)
        if (i != buffer && var[i].storage == INPUT && var[i].type == var[buffer].type &&
            var[i].count >= var[buffer].count && (var[i].qualifier == 2) == (var[buffer].qualifier == 2))
            return i;
    return 0;
}

// A pointer that moves with a loop.
void
gen_walk(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    int found[MAX_VARS], count = 0, buffer, start, step, base, at, cursor, which, scoped = g->scoped;
    int times = 2 + below(g, 4), other = 0;

    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == INPUT && k->var[i].count > 16)
            found[count++] = i;
    if (!count || g->helper || g->trip > 24)
        return;
    buffer = found[below(g, count)];
    start = gen_index(g, k->var[buffer].count - 3 * times, 2);
    step = chance(g, 60) ? gen_small_constant(g, I32, 1 + below(g, 3)) : gen_expr(g, fuzz_vector(I32, 1), 1);
    base = gen_node(g, E_VAR, k->var[buffer].type, 0, buffer, 0);
    if (chance(g, 40) && (other = another_buffer(g, buffer)) != 0)
        which = gen_condition(g, 2);
    else
        which = 0;
    cursor = gen_new_var(g, CURSOR, k->var[buffer].type);
    k->var[cursor].read_only = true;
    at = gen_append(g, list, S_WALK);
    k->stmt[at].e[3] = which;
    k->stmt[at].c = other;
    k->stmt[at].a = cursor;
    k->stmt[at].b = times;
    k->stmt[at].style = (uint8_t)below(g, 2);
    k->stmt[at].e[0] = start;
    k->stmt[at].e[1] = step;
    k->stmt[at].e[2] = base;
    gen_enter_scope(g, cursor);
    gen_enter_scope(g, cursor); // likely to be used
    gen_loop_body(g, at, times, depth, 1 + below(g, 3));
    g->scoped = scoped;
}

void
gen_irreducible(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    int at, var = gen_new_var(g, PRIVATE, fuzz_vector(chance(g, 70) ? I32 : U32, 1)), scoped = g->scoped,
            trip = g->trip;
    int first = gen_condition(g, 2), body;

    k->var[var].read_only = true;
    at = gen_append(g, list, S_IRREDUCIBLE);
    k->stmt[at].a = var;
    k->stmt[at].b = 2 + below(g, 4);
    k->stmt[at].style = (uint8_t)below(g, 2);
    k->stmt[at].e[0] = first;
    gen_enter_scope(g, var);
    g->trip *= k->stmt[at].b;
    body = gen_block(g, depth - 1, 1 + below(g, 2), 0);
    k->stmt[at].body[0] = body;
    body = gen_block(g, depth - 1, 1 + below(g, 2), 0);
    k->stmt[at].body[1] = body;
    body = gen_condition(g, 2);
    k->stmt[at].e[1] = body;
    body = gen_condition(g, 2);
    k->stmt[at].e[2] = body;
    g->trip = trip;
    g->scoped = scoped;
}

// A buffer of which a work-item has so many elements, mostly next to each other.
static int
long_output(struct generator *g, type_id type, int slice)
{
    int output = gen_output(g, type, slice);

    if (chance(g, 80))
        g->kernel->var[output].layout = chance(g, 70) ? BLOCKED : REVERSED;
    return output;
}

// The own element of the round, a few before or behind it.
static int
near_element(struct generator *g, int output, int counter, int slice, bool backward, int most)
{
    const type_id type = g->kernel->var[counter].type;
    int away = gen_small_constant(g, fuzz_kind(type), below(g, most + 1)), index = gen_var_node(g, counter);

    if (backward)
        index = gen_binary(g, B_SUB, gen_small_constant(g, fuzz_kind(type), slice - 1 - most), index);
    return gen_own_place(g, output, gen_binary(g, B_ADD, index, away));
}

// What the round makes of elements and of the running value.
static int
made_of(struct generator *g, int x, int y)
{
    const enum kind kind = fuzz_kind(g->kernel->expr[x].type);
    static const uint8_t operators[] = {B_ADD, B_SUB, B_MUL, B_XOR, B_OR};

    return gen_binary(g, (enum binary)operators[below(g, is_float(kind) ? 2 : (int)sizeof operators)], x, y);
}

enum { MOST_AWAY = 6, MOST_ROUNDS = 47 };

// What loops along a work-item's own elements have in common. Tally: what rounds make of their numbers, 0 where
// nothing.
struct rows {
    type_id counted;
    int slice, running, tally, output[2];
};

// An element of one of the outputs.
static int
element_of_round(struct generator *g, const struct rows *rows, int counter, bool backward)
{
    return near_element(g, rows->output[below(g, 2)], counter, rows->slice, backward, MOST_AWAY);
}

// Of: a variable that the number of rounds is made of; 0: of what is the same for all work-items.
static void
walk_rows(struct generator *g, struct list *list, const struct rows *rows, int of)
{
    struct kernel *k = g->kernel;
    const enum kind kind = fuzz_kind(rows->counted);
    const int scoped = g->scoped;
    const bool backward = chance(g, 30);
    struct list round = {0};
    int bound, counter, at;

    bound = of ? gen_var_node(g, of) : gen_uniform_integer(g, kind);
    bound = gen_operation(g, E_BINARY, B_AND, rows->counted, bound, gen_small_constant(g, kind, 15));
    bound = gen_binary(g, B_ADD, bound, gen_small_constant(g, kind, MOST_ROUNDS - 15));
    counter = gen_new_var(g, PRIVATE, rows->counted);
    k->var[counter].read_only = true;
    k->var[counter].uniform = g->uniform;
    at = gen_append(g, list, S_LOOP);
    k->stmt[at].a = counter;
    k->stmt[at].b = 1;
    k->stmt[at].e[0] = chance(g, 50) ? gen_small_constant(g, kind, below(g, 3)) : 0;
    k->stmt[at].e[1] = bound;
    gen_enter_scope(g, counter);
    for (int i = 1 + below(g, 3); i > 0; i--) {
        struct list *to = &round, some = {0};
        int condition = 0, store, value = element_of_round(g, rows, counter, backward);

        for (int more = below(g, 3); more > 0; more--)
            value = made_of(g, value, element_of_round(g, rows, counter, backward));
        if (chance(g, 60))
            value = made_of(g, value, gen_var_node(g, rows->running));
        if (chance(g, 15)) {
            condition = gen_append(g, &round, S_IF);
            k->stmt[condition].e[0] = gen_condition(g, 2);
            to = &some;
        }
        store = gen_append(g, to, S_ASSIGN);
        k->stmt[store].e[0] =
            chance(g, 30) ? gen_var_node(g, rows->running) : element_of_round(g, rows, counter, backward);
        k->stmt[store].e[1] = value;
        if (condition)
            k->stmt[condition].body[0] = some.first;
    }
    if (rows->tally) {
        const int more = gen_binary(g, B_MUL, gen_var_node(g, rows->tally), gen_small_constant(g, kind, 13));
        const int sum = gen_append(g, &round, S_ASSIGN);

        k->stmt[sum].e[0] = gen_var_node(g, rows->tally);
        k->stmt[sum].e[1] = gen_binary(g, B_XOR, more, gen_var_node(g, counter));
    }
    k->stmt[at].body[0] = round.first;
    g->scoped = scoped;
}

void
gen_row_loop(struct generator *g, struct list *list)
{
    const type_id type = gen_scalar_type(g);
    struct rows rows = {.counted = fuzz_vector(chance(g, 60)   ? I32
                                               : chance(g, 50) ? U32
                                                               : I64,
                                               1),
                        .slice = MOST_ROUNDS + MOST_AWAY + below(g, 20)};

    if (g->helper || g->trip > 4 || g->kernel->range.dimensions > 2)
        return;
    rows.output[0] = long_output(g, type, rows.slice);
    rows.output[1] = chance(g, 60) ? long_output(g, type, rows.slice) : rows.output[0];
    rows.running = gen_declare(g, list, type, gen_expr(g, type, 1));
    if (chance(g, 40))
        rows.tally = gen_declare(g, list, rows.counted, gen_uniform_integer(g, fuzz_kind(rows.counted)));
    walk_rows(g, list, &rows, 0);
    if (rows.tally && chance(g, 70))
        walk_rows(g, list, &rows, rows.tally);
}
