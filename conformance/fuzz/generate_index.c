// SPDX-License-Identifier: Apache-2.0
// Random indices, and integers to make them of.
#include "conformance/fuzz/generate.h"

static int
global_id(struct generator *g, enum kind kind)
{
    int function = g->uniform ? GLOBAL_SIZE : chance(g, 80) || g->no_groups ? GLOBAL_ID : LOCAL_ID;
    int at = gen_node(g, E_ITEM, fuzz_vector(U64, 1), 0, function, 0);

    at = gen_convert(g, at, kind);
    if (g->kernel->expr[at].op == E_CONVERT)
        g->kernel->expr[at].a = 0;
    return at;
}

int
gen_scoped_scalar(struct generator *g, bool counters)
{
    for (int tries = 0; tries < 6 && g->scoped; tries++) {
        int var = g->scope[below(g, g->scoped)];
        const struct var *v = &g->kernel->var[var];

        if ((g->uniform && !v->uniform) || (counters && !v->read_only) || v->type >= VECTOR_TYPES ||
            v->storage == ROW || fuzz_lanes(v->type) > 1 || is_float(fuzz_kind(v->type)))
            continue;
        return gen_var_node(g, var);
    }
    return 0;
}

static int
bound(struct generator *g, enum kind kind, int value)
{
    return chance(g, 60) ? gen_small_constant(g, kind, value) : gen_uniform_integer(g, kind);
}

// As filters keep what they read inside an image.
static int
clamped(struct generator *g, enum kind kind, int at, int count)
{
    type_id type = fuzz_vector(kind, 1);

    if (chance(g, 80))
        at = gen_operation(g, E_BUILTIN, F_MAX, type, at, bound(g, kind, below(g, 3)));
    if (chance(g, 80))
        at = gen_operation(g, E_BUILTIN, F_MIN, type, at, bound(g, kind, count - 1 - below(g, 3)));
    return at;
}

// As rows and columns are made of one id, and ends of windows: for most neighbours the same, or next to each other.
static int
by_place(struct generator *g, enum kind kind, int at, int count)
{
    type_id type = fuzz_vector(kind, 1);
    int condition, place;

    if (chance(g, 50))
        return gen_operation(g, E_BINARY, chance(g, 50) ? B_DIV : B_MOD, type, at, bound(g, kind, 2 + below(g, count)));
    condition = global_id(g, kind);
    condition =
        gen_operation(g, E_COMPARE, below(g, 6), fuzz_vector(I32, 1), condition, bound(g, kind, below(g, count)));
    place = bound(g, kind, below(g, 3));
    return chance(g, 50) ? gen_ternary(g, E_COND, type, condition, at, place)
                         : gen_ternary(g, E_COND, type, condition, place, at);
}

int
gen_index(struct generator *g, int count, int depth)
{
    static const uint8_t kinds[] = {I32, I32, I32, I32, U32, U32, U64, I64};
    static const int8_t steps[] = {1, 1, 1, 1, 2, 3, 4, -1, -2};
    enum kind kind = (enum kind)kinds[below(g, sizeof kinds)];
    type_id type = fuzz_vector(kind, 1);
    int at, step, which = below(g, 100);

    if (which < 12)
        return gen_small_constant(g, kind, below(g, count));
    if (which < 18)
        return gen_uniform_integer(g, kind);
    if (which < 34 && (at = gen_scoped_scalar(g, true)) != 0) {
        at = gen_convert(g, at, kind);
        return chance(g, 60) ? at
                             : gen_operation(g, E_BINARY, B_ADD, type, at, gen_small_constant(g, kind, below(g, 3)));
    }
    if (which < 65) {
        step = steps[below(g, sizeof steps)];
        at = global_id(g, kind);
        if (step != 1)
            at = gen_operation(g, E_BINARY, B_MUL, type, at, gen_small_constant(g, kind, step));
        if (step < 0 || chance(g, 50))
            at = gen_operation(g, E_BINARY, B_ADD, type, at,
                               gen_small_constant(g, kind, step < 0 ? count - 1 : below(g, 5) - 1));
        if (chance(g, 10)) { // through a value that wraps
            int64_t far = (int64_t)(fuzz_random(&g->rng) >> (kind_bytes(kind) == 8 ? 1 : 33));
            int there = gen_small_constant(g, kind, far), back = gen_small_constant(g, kind, far);

            at = gen_operation(g, E_BINARY, B_ADD, type, at, there);
            at = gen_operation(g, E_BINARY, B_SUB, type, at, back);
        }
        if (chance(g, 8))
            at = gen_operation(g, E_BINARY, B_SHR, type, at, gen_small_constant(g, kind, 1 + below(g, 3)));
        if (chance(g, 12))
            at = by_place(g, kind, at, count);
        if (chance(g, 15) && (step = gen_scoped_scalar(g, false)) != 0)
            at = gen_operation(g, E_BINARY, B_ADD, type, at, gen_convert(g, step, kind));
        return chance(g, 35) ? clamped(g, kind, at, count) : at;
    }
    at = gen_expr(g, type, depth < 2 ? depth : 2);
    if (!(count & (count - 1)) && chance(g, 70))
        at = gen_operation(g, E_BINARY, B_AND, type, at, gen_small_constant(g, kind, count - 1));
    return at;
}

int
gen_uniform_integer(struct generator *g, enum kind kind)
{
    struct kernel *k = g->kernel;
    const bool uniform = g->uniform;
    int found[MAX_VARS], count = 0, at;

    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == ARGUMENT && fuzz_lanes(k->var[i].type) == 1 && !is_float(fuzz_kind(k->var[i].type)))
            found[count++] = i;
    g->uniform = true;
    if (g->helper) {
        g->uniform = false; // what it is given may be
        at = gen_scoped_scalar(g, false);
        at = at ? at : gen_expr(g, fuzz_vector(kind, 1), 1);
    } else if (chance(g, 25)) {
        at = gen_expr(g, fuzz_vector(kind, 1), 1);
    } else if (count) {
        at = gen_var_node(g, found[below(g, count)]);
    } else {
        at = gen_new_var(g, ARGUMENT, fuzz_vector(chance(g, 50) ? I32 : U32, 1));
        k->var[at].uniform = k->var[at].read_only = true;
        at = gen_var_node(g, at);
    }
    g->uniform = uniform;
    at = gen_convert(g, at, kind);
    if (chance(g, 25))
        at = gen_operation(g, E_BINARY, B_ADD, fuzz_vector(kind, 1), at, gen_small_constant(g, kind, 1 + below(g, 5)));
    return at;
}

static int
narrow_builtin(struct generator *g, type_id type, int x)
{
    static const uint8_t functions[] = {F_MUL_HI, F_MUL_HI, F_HADD, F_RHADD, F_ADD_SAT, F_SUB_SAT};

    return gen_operation(g, E_BUILTIN, functions[below(g, sizeof functions)], type, x, gen_expr(g, type, 1));
}

int
gen_narrowed(struct generator *g, type_id type, int x)
{
    enum kind kind = fuzz_kind(type), wide;
    type_id wider;
    int y;

    if (is_float(kind) ? kind == F64 : kind >= I64 || chance(g, 35))
        return is_float(kind) ? gen_binary(g, B_ADD, x, gen_expr(g, type, 1)) : narrow_builtin(g, type, x);
    do
        wide = is_float(kind) ? F64 : (enum kind)(kind + 2 * (1 + below(g, 3)));
    while (wide > U64 && !is_float(kind));
    wider = fuzz_vector(wide, fuzz_lanes(type));
    y = gen_coerce(
        g, chance(g, 50) ? gen_small_constant(g, wide == F64 ? I32 : wide, 3 + below(g, 9)) : gen_expr(g, type, 1),
        wider);
    x = gen_binary(g, chance(g, 60) ? B_MUL : B_ADD, gen_convert(g, x, wide), y);
    if (!is_float(kind) && chance(g, 80))
        x = gen_binary(g, B_SHR, x,
                       gen_coerce(g, gen_small_constant(g, wide, 1 + below(g, 8 * kind_bytes(kind))), wider));
    x = gen_convert(g, x, kind);
    if (g->kernel->expr[x].op == E_CONVERT)
        g->kernel->expr[x].a = 0;
    return x;
}

// Of an id and something near it that is the same for all.
static int
id_compare(struct generator *g)
{
    static const uint8_t kinds[] = {I32, I32, I32, U32, U64, U64, I64};
    enum kind kind = (enum kind)kinds[below(g, sizeof kinds)];
    int id = global_id(g, kind), limit = gen_small_constant(g, kind, below(g, 40));

    if (chance(g, 25))
        id = gen_binary(g, chance(g, 50) ? B_ADD : B_SUB, id, bound(g, kind, below(g, 20)));
    if (chance(g, 60))
        limit =
            gen_binary(g, B_AND, gen_uniform_integer(g, kind), gen_small_constant(g, kind, chance(g, 50) ? 63 : 15));
    if (chance(g, 25)) { // near the ids of a launch that begins far away, too
        int offset = gen_convert(g, gen_node(g, E_ITEM, fuzz_vector(U64, 1), 0, GLOBAL_OFFSET, 0), kind);

        if (g->kernel->expr[offset].op == E_CONVERT)
            g->kernel->expr[offset].a = 0; // without saturation
        limit = gen_binary(g, B_ADD, limit, offset);
    }
    return chance(g, 85) ? gen_operation(g, E_COMPARE, below(g, 6), fuzz_vector(I32, 1), id, limit)
                         : gen_operation(g, E_COMPARE, below(g, 6), fuzz_vector(I32, 1), limit, id);
}

int
gen_id_condition(struct generator *g)
{
    const type_id type = fuzz_vector(I32, 1);
    int condition = id_compare(g);

    if (chance(g, 30))
        condition = gen_operation(g, E_LOGIC, below(g, 2), type, condition,
                                  chance(g, 60) ? id_compare(g) : gen_condition(g, 1));
    if (chance(g, 10))
        condition = gen_operation(g, E_UNARY, U_LNOT, type, condition, 0);
    return condition;
}
