// SPDX-License-Identifier: Apache-2.0
// Loops that work-items of a group go round and leave by different ways and at different times, seldom by a condition
// in the loop's head, and what tells behind them how it was: how often, in which round last, by which way.
#include "conformance/fuzz/generate.h"

struct ways {
    int rounds, way; // variables: counts up, is set to what tells the ways apart
    int counter;     // of the innermost loop
    int left;        // statements
    int marks;       // values of `way` so far
};

static int ways_block(struct generator *g, struct ways *w, int depth, bool conditional);

static void
assign(struct generator *g, struct list *list, int var, int value)
{
    const int at = gen_append(g, list, S_ASSIGN);

    g->kernel->stmt[at].e[0] = gen_var_node(g, var);
    g->kernel->stmt[at].e[1] = value;
}

// The sum of a value and of what has counted so far, all int.
static int
with_count(struct generator *g, const struct ways *w, int value)
{
    const int counted = gen_var_node(g, chance(g, 50) ? w->counter : w->rounds);

    return gen_operation(g, E_BINARY, B_ADD, fuzz_vector(I32, 1), value, counted);
}

// Of some work-items, by their ids or what they have read, or of all: by arguments and the round they are in.
static int
ways_condition(struct generator *g, const struct ways *w)
{
    const type_id type = fuzz_vector(I32, 1);
    const int which = below(g, 100);
    int x, y = gen_small_constant(g, I32, below(g, 4));

    if (which < 40) {
        const bool is_local = !g->no_groups && chance(g, 70);
        const int id = gen_node(g, E_ITEM, fuzz_vector(U64, 1), 0, is_local ? LOCAL_ID : GLOBAL_ID, 0);

        x = gen_convert(g, id, I32);
        if (chance(g, 25))
            x = gen_operation(g, E_BINARY, B_AND, type, x, gen_small_constant(g, I32, 1 + below(g, 7)));
        if (chance(g, 60))
            y = with_count(g, w, y);
    } else if (which < 80) {
        x = gen_uniform_integer(g, I32);
        if (chance(g, 40)) {
            x = gen_operation(g, E_BINARY, B_AND, type, x, gen_small_constant(g, I32, 15));
            x = with_count(g, w, x);
        }
        x = gen_operation(g, E_BINARY, B_AND, type, x, gen_small_constant(g, I32, 1 << below(g, 3)));
        if (chance(g, 50))
            return gen_operation(g, E_COMPARE, chance(g, 50) ? C_EQ : C_NE, type, x, gen_small_constant(g, I32, 0));
    } else {
        return gen_condition(g, 2);
    }
    return gen_operation(g, E_COMPARE, below(g, 6), type, x, y);
}

static void
ways_loop(struct generator *g, struct list *list, struct ways *w, int depth)
{
    struct kernel *k = g->kernel;
    const int at = gen_append(g, list, S_LOOP), scoped = g->scoped, trip = g->trip, around = w->counter;
    const int counter = gen_new_var(g, PRIVATE, fuzz_vector(I32, 1)), most = trip > 12 ? 3 : 12;
    int bound, body;

    k->var[counter].read_only = true;
    if (chance(g, 25)) // such loops may be unrolled
        bound = gen_small_constant(g, I32, 1 + below(g, most));
    else
        bound = gen_operation(g, E_BINARY, B_AND, fuzz_vector(I32, 1), gen_uniform_integer(g, I32),
                              gen_small_constant(g, I32, most > 3 ? 7 : 3));
    k->stmt[at].style = chance(g, 60) ? LOOP_DO : (uint8_t)below(g, 3);
    k->stmt[at].a = counter;
    k->stmt[at].b = 1;
    k->stmt[at].e[1] = bound;
    gen_enter_scope(g, counter);
    w->counter = counter;
    if (chance(g, 30)) {
        body = ways_condition(g, w);
        k->stmt[at].e[2] = body;
    }
    g->trip *= most;
    body = ways_block(g, w, depth, false);
    k->stmt[at].body[0] = body;
    g->trip = trip;
    g->scoped = scoped;
    w->counter = around;
}

static void
ways_if(struct generator *g, struct list *list, struct ways *w, int depth)
{
    struct kernel *k = g->kernel;
    const int condition = ways_condition(g, w), at = gen_append(g, list, S_IF);
    int body = ways_block(g, w, depth - 1, true);

    k->stmt[at].e[0] = condition;
    k->stmt[at].body[0] = body;
    if (chance(g, 35)) {
        body = ways_block(g, w, depth - 1, false); // or nothing may come behind
        k->stmt[at].body[1] = body;
    }
}

// What is done in a round, or in a part of it that only some do.
static int
ways_block(struct generator *g, struct ways *w, int depth, bool conditional)
{
    const type_id type = fuzz_vector(I32, 1);
    const int scoped = g->scoped;
    struct list list = {0};

    for (int count = 1 + below(g, 3); count > 0 && w->left > 0; count--) {
        const int which = below(g, 100);

        w->left--;
        if (which < 55 && depth > 0) {
            ways_if(g, &list, w, depth);
        } else if (which < 60 && depth > 1 && g->trip <= 12) {
            ways_loop(g, &list, w, depth - 1);
        } else if (which < 75) {
            assign(g, &list, w->rounds,
                   chance(g, 70) ? gen_operation(g, E_BINARY, B_ADD, type, gen_var_node(g, w->rounds),
                                                 gen_small_constant(g, I32, 1))
                                 : gen_var_node(g, w->counter));
        } else if (which < 80) {
            gen_assign(g, &list, 2);
        } else if (conditional) {
            if (chance(g, 70))
                assign(g, &list, w->way,
                       chance(g, 80) ? gen_small_constant(g, I32, ++w->marks) : gen_var_node(g, w->counter));
            gen_append(g, &list, chance(g, 75) ? S_BREAK : S_CONTINUE);
            break;
        }
    }
    g->scoped = scoped;
    return list.first;
}

void
gen_ways(struct generator *g, struct list *list, int *rounds, int *way)
{
    const type_id type = fuzz_vector(I32, 1);
    struct ways w = {.left = 4 + below(g, 10)};

    *rounds = w.rounds = w.counter = gen_declare(g, list, type, gen_small_constant(g, I32, below(g, 2)));
    *way = w.way = gen_declare(g, list, type, gen_small_constant(g, I32, 0));
    g->kernel->var[w.rounds].read_only = g->kernel->var[w.way].read_only = chance(g, 70);
    for (int loops = 1 + chance(g, 30); loops > 0; loops--)
        ways_loop(g, list, &w, 3);
}
