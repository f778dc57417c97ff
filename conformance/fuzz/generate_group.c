// SPDX-License-Identifier: Apache-2.0
// Random statements that a work-group goes through together: barriers, what stands around them, local memory.
// Between two barriers each local array is either written, in own slots, or read anywhere.
#include "conformance/fuzz/generate.h"

static void
save_phases(const struct kernel *k, uint8_t *phases)
{
    for (int i = 1; i < k->vars; i++)
        phases[i] = (uint8_t)k->var[i].phase;
}

static bool
same_phases(const struct kernel *k, const uint8_t *phases)
{
    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == LOCAL_MEMORY && phases[i] != k->var[i].phase)
            return false;
    return true;
}

static int
group_statement(struct generator *g, struct list *list, enum stmt_op op)
{
    int at = gen_append(g, list, op);

    g->kernel->stmt[at].group = true;
    return at;
}

static void
restore_phases(struct generator *g, struct list *list, const uint8_t *phases)
{
    if (same_phases(g->kernel, phases))
        return;
    group_statement(g, list, S_BARRIER);
    for (int i = 1; i < g->kernel->vars; i++)
        g->kernel->var[i].phase = (enum phase)phases[i];
}

// Assigns to an own slot, of all work-items or of some.
static void
store_own_slot(struct generator *g, struct list *list, int var)
{
    struct kernel *k = g->kernel;
    struct list some = {0}, *to = list;
    int place = gen_node(g, E_SLOT, fuzz_vector(U64, 1), 0, var, 0), value, at;

    place = gen_node(g, E_ELEMENT, k->var[var].type, 2, gen_node(g, E_VAR, k->var[var].type, 0, var, 0), place);
    if (chance(g, 25)) {
        int condition = gen_condition(g, 2);

        at = gen_append(g, list, S_IF);
        k->stmt[at].e[0] = condition;
        to = &some;
    }
    value = gen_expr(g, k->var[var].type, 3);
    at = gen_append(g, to, S_ASSIGN);
    k->stmt[at].e[0] = place;
    k->stmt[at].e[1] = value;
    if (to == &some)
        k->stmt[list->last].body[0] = some.first;
}

static void
store_own_slots(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;

    for (int i = 1; i < k->vars; i++) {
        if (k->var[i].storage != LOCAL_MEMORY || k->var[i].phase != WRITE_OWN)
            continue;
        if (k->var[i].atomic)
            gen_atomic(g, list);
        else
            store_own_slot(g, list, i);
    }
}

static int
group_body(struct generator *g, int depth, bool loop, const uint8_t *loop_phases)
{
    struct list list = {0};
    uint8_t phases[MAX_VARS] = {0};
    int scoped = g->scoped;

    save_phases(g->kernel, phases);
    gen_group(g, &list, depth, 1 + below(g, 3), loop ? phases : loop_phases);
    restore_phases(g, &list, phases);
    g->scoped = scoped;
    return list.first;
}

static void
gen_group_loop(struct generator *g, struct list *list, int depth)
{
    struct kernel *k = g->kernel;
    int at = group_statement(g, list, S_LOOP), scoped = g->scoped, trip = g->trip, body;

    g->uniform = true;
    g->trip *= gen_loop_head(g, at, g->trip > 8 ? 2 : 5);
    g->uniform = false;
    body = group_body(g, depth - 1, true, NULL);
    k->stmt[at].body[0] = body;
    g->trip = trip;
    g->scoped = scoped;
}

void
gen_common_rounds(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    type_id type = chance(g, 70) ? gen_scalar_type(g) : gen_vector_type(g);
    int trip = g->trip, scoped, var, loop, at, place, value;
    struct list body = {0}, guarded = {0};

    g->uniform = chance(g, 60); // or what each has of its own unless the loop runs
    var = gen_declare(g, list, type, gen_expr(g, type, 2));
    g->uniform = true;
    if (chance(g, 50)) {
        int guard = gen_append(g, list, S_IF), condition = gen_condition(g, 2);

        loop = gen_append(g, &guarded, S_LOOP);
        k->stmt[guard].e[0] = condition;
        k->stmt[guard].body[0] = guarded.first;
    } else {
        loop = gen_append(g, list, S_LOOP);
    }
    scoped = g->scoped;
    g->trip *= gen_loop_head(g, loop, 8);
    value = gen_expr(g, type, 3);
    place = gen_var_node(g, var);
    at = gen_append(g, &body, S_ASSIGN);
    k->stmt[at].e[0] = place;
    k->stmt[at].e[1] = value;
    k->stmt[loop].body[0] = body.first;
    g->scoped = scoped;
    g->trip = trip;
    g->uniform = false;
}

static void
gen_group_if(struct generator *g, struct list *list, int depth, const uint8_t *loop_phases)
{
    struct kernel *k = g->kernel;
    int at = group_statement(g, list, S_IF), body;

    g->uniform = true;
    body = gen_condition(g, 2);
    g->uniform = false;
    k->stmt[at].e[0] = body;
    if (loop_phases && same_phases(k, loop_phases) && chance(g, 40)) {
        struct list leave = {0};

        group_statement(g, &leave, S_BREAK);
        k->stmt[at].body[0] = leave.first;
        return;
    }
    if (chance(g, 10)) {
        struct list leave = {0};

        group_statement(g, &leave, S_RETURN);
        k->stmt[at].body[0] = leave.first;
        return;
    }
    body = group_body(g, depth - 1, false, loop_phases);
    k->stmt[at].body[0] = body;
    if (chance(g, 30)) {
        body = group_body(g, depth - 1, false, loop_phases);
        k->stmt[at].body[1] = body;
    }
}

static void
gen_group_barrier(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    type_id type;

    store_own_slots(g, list);
    group_statement(g, list, S_BARRIER);
    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == LOCAL_MEMORY && chance(g, 75))
            k->var[i].phase = k->var[i].phase == WRITE_OWN ? READ_ALL : WRITE_OWN;
    type = gen_vector_type(g);
    gen_declare(g, list, type, gen_expr(g, type, 3));
}

// From one barrier to the next only some do something, as in the rounds of a tree.
static void
gen_part_of_group(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    struct list some = {0};
    int condition, at;

    group_statement(g, list, S_BARRIER);
    condition = gen_id_condition(g);
    at = gen_append(g, list, S_IF);
    store_own_slots(g, &some);
    k->stmt[at].e[0] = condition;
    k->stmt[at].body[0] = some.first;
    group_statement(g, list, S_BARRIER);
}

// A variable that a loop, which work-items leave at different times or together, sets to the sum of an id and its
// counter times a number: of the last round, the counter is what all of them have in each round.
static int
gen_last_sum(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    const enum kind kind = chance(g, 50) ? U32 : U64;
    const type_id type = fuzz_vector(kind, 1);
    const int id = gen_node(g, E_ITEM, fuzz_vector(U64, 1), 0, chance(g, 50) ? LOCAL_ID : GLOBAL_ID, 0);
    const int sum = gen_declare(g, list, type, gen_convert(g, id, kind)), scoped = g->scoped;
    const int loop = gen_append(g, list, S_LOOP);
    struct list round = {0};
    int product, own, at;

    gen_loop_head(g, loop, 4);
    if (chance(g, 80))
        k->stmt[loop].style = LOOP_DO; // the sum of some round in any case
    product =
        gen_operation(g, E_BINARY, B_MUL, type, gen_convert(g, gen_var_node(g, k->stmt[loop].a), kind),
                      chance(g, 60) ? gen_small_constant(g, kind, 1 + below(g, 9)) : gen_uniform_integer(g, kind));
    own = gen_convert(g, gen_node(g, E_ITEM, fuzz_vector(U64, 1), 0, chance(g, 50) ? LOCAL_ID : GLOBAL_ID, 0), kind);
    at = gen_append(g, &round, S_ASSIGN);
    k->stmt[at].e[0] = gen_var_node(g, sum);
    k->stmt[at].e[1] = gen_operation(g, E_BINARY, B_ADD, type, own, product);
    k->stmt[loop].body[0] = round.first;
    g->scoped = scoped;
    return sum;
}

// Values of many types that live across a barrier, or across one in each round of a loop, some of them computed in a
// wider type, and conditions that are kept.
void
gen_carried(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    int held[5], last[2], count = 1 + below(g, 3), condition = 0, loop = 0, scoped, lasts = 0;
    struct list inner = {0}, *to = list;

    for (int i = 0; i < count; i++) {
        type_id type = gen_vector_type(g);
        int value = gen_expr(g, type, 2);

        held[i] = gen_declare(g, list, type, gen_narrowed(g, type, value));
    }
    if (g->ways && chance(g, 75)) {
        gen_ways(g, list, &last[0], &last[1]);
        lasts = 2;
    } else if (chance(g, 70)) {
        last[lasts++] = gen_last_sum(g, list);
    }
    for (int i = 0; i < lasts; i++)
        if (!k->var[last[i]].read_only)
            held[count++] = last[i];
    if (chance(g, 40)) {
        int at, value = gen_condition(g, 2);

        condition = gen_new_var(g, PRIVATE, fuzz_vector(I32, 1));
        k->var[condition].is_bool = k->var[condition].read_only = true;
        at = gen_append(g, list, S_DECLARE);
        k->stmt[at].a = condition;
        k->stmt[at].e[0] = value;
        gen_enter_scope(g, condition);
    }
    scoped = g->scoped;
    if (g->trip <= 8 && chance(g, 40)) {
        loop = group_statement(g, list, S_LOOP);
        g->uniform = true;
        gen_loop_head(g, loop, 3);
        g->uniform = false;
        to = &inner;
    }
    group_statement(g, to, S_BARRIER);
    for (int i = 0; i < lasts; i++) {
        int at = gen_append(g, to, S_ASSIGN), value = gen_var_node(g, last[i]);

        k->stmt[at].e[0] = gen_own_place(g, gen_output(g, k->var[last[i]].type, 1), gen_small_constant(g, I32, 0));
        k->stmt[at].e[1] = value;
    }
    for (int i = 0; i < count; i++) {
        int at, value = gen_narrowed(g, k->var[held[i]].type, gen_var_node(g, held[i])),
                place = gen_var_node(g, held[i]);

        at = gen_append(g, to, S_ASSIGN);
        k->stmt[at].e[0] = place;
        k->stmt[at].e[1] = value;
    }
    if (condition && chance(g, 60)) {
        int at, value = gen_condition(g, 2), place = gen_var_node(g, condition);

        at = gen_append(g, to, S_ASSIGN);
        k->stmt[at].e[0] = place;
        k->stmt[at].e[1] = value;
    }
    if (loop)
        k->stmt[loop].body[0] = inner.first;
    g->scoped = scoped;
}

// Of an array that holds scalars which can be added in any way: not the signed ones.
static void
gen_reduction(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    int found[MAX_VARS], count = 0, at;

    for (int i = 1; i < k->vars; i++) {
        const struct var *var = &k->var[i];

        if (var->storage == LOCAL_MEMORY && !var->atomic && fuzz_lanes(var->type) == 1 &&
            !is_signed(fuzz_kind(var->type)))
            found[count++] = i;
    }
    if (!count || g->trip > 8)
        return;
    at = group_statement(g, list, S_REDUCTION);
    k->stmt[at].a = found[below(g, count)];
    k->stmt[at].style = (uint8_t)below(g, 2);
    k->var[k->stmt[at].a].phase = READ_ALL;
}

// Of integers, floating-point numbers only as they are; sums of signed ones could overflow.
static void
gen_collective(struct generator *g, struct list *list)
{
    static const uint8_t integers[] = {I32, I64, U32, U64}, all[] = {U32, U64, I32, I64, F32, F64};
    struct kernel *k = g->kernel;
    const int which = below(g, COLLECTIVES);
    const bool adds = which >= COLLECT_REDUCE && which % 3 == 0;
    const enum kind kind = which < COLLECT_BROADCAST    ? I32
                           : which == COLLECT_BROADCAST ? all[below(g, 6)]
                           : adds                       ? integers[2 + below(g, 2)]
                                                        : integers[below(g, 4)];
    const int value = gen_expr(g, fuzz_vector(kind, 1), 2), var = gen_new_var(g, PRIVATE, fuzz_vector(kind, 1));
    const int at = group_statement(g, list, S_COLLECTIVE);

    k->stmt[at].style = (uint8_t)which;
    k->stmt[at].a = var;
    k->stmt[at].e[0] = value;
    k->var[var].uniform = which < COLLECT_INCLUSIVE;
    gen_enter_scope(g, var);
}

void
gen_group(struct generator *g, struct list *list, int depth, int count, const uint8_t *loop_phases)
{
    for (int i = 0; i < count; i++) {
        int which = below(g, 100);

        if (g->budget <= 0 || g->kernel->vars > MAX_VARS - 60 || g->kernel->stmts > MAX_STMTS - 100)
            return;
        if (g->ways && g->kernel->exprs < MAX_EXPRS / 2 && chance(g, 25)) {
            gen_carried(g, list);
        } else if (which < 35) {
            gen_statement(g, list, 2);
        } else if (which < 52) {
            gen_group_barrier(g, list);
        } else if (which < 56) {
            gen_carried(g, list);
        } else if (which < 60) {
            gen_part_of_group(g, list);
        } else if (which < 64) {
            gen_reduction(g, list);
        } else if (which < 70) {
            if (g->kernel->version >= 20)
                gen_collective(g, list);
        } else if (which < 75) {
            type_id type = gen_vector_type(g);

            g->uniform = true;
            gen_declare(g, list, type, gen_expr(g, type, 2));
            g->uniform = false;
        } else if (which < 88 && depth > 0 && g->trip <= 24) {
            gen_group_loop(g, list, depth);
        } else if (depth > 0) {
            gen_group_if(g, list, depth, loop_phases);
        }
    }
}

void
gen_local_memory(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    const struct geometry *range = &k->range;
    int least = (int)(range->local[0] * range->local[1] * range->local[2]), count = 1 + below(g, 2);

    for (int i = 0; i < count; i++) {
        bool atomic = chance(g, 20);
        type_id type = atomic          ? fuzz_vector(chance(g, 50) ? I32 : U32, 1)
                       : chance(g, 80) ? gen_scalar_type(g)
                                       : gen_vector_type(g);
        int var, index, at, value;

        value = gen_expr(g, type, 1); // before the memory can be named
        var = gen_new_var(g, LOCAL_MEMORY, type);
        k->var[var].atomic = atomic ? ATOMIC_ADD + below(g, 6) : 0;
        k->var[var].count = atomic ? 1 << below(g, 6) : least;
        if (!atomic && chance(g, 60))
            for (k->var[var].count = 1; k->var[var].count < least;)
                k->var[var].count *= 2;
        if (!atomic && g->rows && chance(g, 50)) {
            static const uint8_t slices[] = {2, 3, 4, 4, 6, 8, 16};
            int slice = slices[below(g, sizeof slices)];

            if (fuzz_lanes(type) != 3 && least * slice * fuzz_type_bytes(k, type) <= 16384) {
                k->var[var].slice = slice;
                k->var[var].count = least * slice;
            }
        }
        k->var[var].last_first = chance(g, 20);
        k->var[var].by_argument = chance(g, 40);
        k->var[var].align = k->var[var].slice && !k->var[var].by_argument ? 128 : 0;
        index = gen_new_var(g, PRIVATE, fuzz_vector(chance(g, 50) ? I32 : U32, 1));
        at = group_statement(g, list, S_LOCAL_INIT);
        k->stmt[at].a = var;
        k->stmt[at].b = index;
        k->stmt[at].e[0] = value;
        k->var[0].count++;
        if (k->var[var].slice)
            gen_local_row(g, list, var);
    }
}
