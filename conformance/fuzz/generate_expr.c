// SPDX-License-Identifier: Apache-2.0
// Random expressions.
#include "conformance/fuzz/generate.h"

#include <assert.h>
#include <string.h>

#define ENOUGH_EXPRS (MAX_EXPRS / 3) // from here on only leaves

static const int lane_counts[] = {1, 2, 3, 4, 8, 16};

int
gen_node(struct generator *g, enum expr_op op, type_id type, int kids, int a, int b)
{
    struct kernel *k = g->kernel;
    int at = k->exprs++;

    assert(at < MAX_EXPRS);
    k->expr[at] = (struct expr){.op = (uint8_t)op, .type = type, .kids = (uint8_t)kids};
    k->expr[at].style = (uint8_t)below(g, 8);
    if (kids > 0)
        k->expr[at].kid[0] = a;
    else
        k->expr[at].a = a;
    if (kids > 1)
        k->expr[at].kid[1] = b;
    else
        k->expr[at].b = b;
    return at;
}

int
gen_ternary(struct generator *g, enum expr_op op, type_id type, int a, int b, int c)
{
    int at = gen_node(g, op, type, 2, a, b);

    g->kernel->expr[at].kids = 3;
    g->kernel->expr[at].kid[2] = c;
    return at;
}

int
gen_operation(struct generator *g, enum expr_op op, int a, type_id type, int x, int y)
{
    int at = gen_node(g, op, type, y ? 2 : 1, x, y);

    g->kernel->expr[at].a = a;
    g->kernel->expr[at].style &= 1;
    if (!y)
        g->kernel->expr[at].b = 0;
    return at;
}

int
gen_binary(struct generator *g, enum binary op, int x, int y)
{
    return gen_operation(g, E_BINARY, op, g->kernel->expr[x].type, x, y);
}

int
gen_var_node(struct generator *g, int var)
{
    const struct var *v = &g->kernel->var[var];

    return gen_node(g, v->storage == POINTER || v->storage == CURSOR ? E_DEREF : E_VAR, v->type, 0, var, 0);
}

int
gen_small_constant(struct generator *g, enum kind kind, int64_t value)
{
    uint64_t lane = (uint64_t)value;

    if (!is_signed(kind))
        lane &= ~(uint64_t)0 >> (64 - 8 * kind_bytes(kind));
    return fuzz_constant(g->kernel, fuzz_vector(kind, 1), &lane);
}

type_id
gen_scalar_type(struct generator *g)
{
    // What most values of the kernel are: anything, narrow integers, single precision, 32-bit integers, 64 bits,
    // halves.
    static const uint8_t kinds[THEMES][20] = {
        {I32, I32, I32, I32, U32, U32, U32, F32, F32, F32, F16, I64, U64, F64, F64, I8, U8, U8, I16, U16},
        {U8, U8, U8, U8, U8, U8, I8, I8, I8, I8, I8, U16, U16, U16, I16, I16, I16, I16, I32, U32},
        {F32, F32, F32, F32, F32, F32, F32, F32, F32, F32, F32, F32, F32, I32, I32, I32, I32, I32, U32, U32},
        {I32, I32, I32, I32, I32, I32, I32, I32, I32, I32, I32, U32, U32, U32, U32, U32, U32, U32, F32, U8},
        {F64, F64, F64, F64, F64, F64, F64, F64, F64, I64, I64, I64, I64, I64, U64, U64, U64, U64, I32, F32},
        {F16, F16, F16, F16, F16, F16, F16, F16, F16, F16, F16, I16, I16, I16, U16, U16, F32, F32, I32, U32}};

    return fuzz_vector((enum kind)kinds[g->theme][below(g, 20)], 1);
}

type_id
gen_vector_type(struct generator *g)
{
    enum kind kind = fuzz_kind(gen_scalar_type(g));
    int which = g->scalars && !chance(g, 3) ? 0 : below(g, 100);
    int lanes = which < 62 ? 1 : which < 72 ? 2 : which < 80 ? 3 : which < 92 ? 4 : which < 97 ? 8 : 16;

    return fuzz_vector(kind, lanes);
}

int
gen_new_var(struct generator *g, enum storage storage, type_id type)
{
    struct kernel *k = g->kernel;
    int at = k->vars++;

    assert(at < MAX_VARS);
    k->var[at] = (struct var){.type = type, .storage = storage, .function = g->function};
    return at;
}

int
gen_convert(struct generator *g, int at, enum kind to)
{
    type_id from = g->kernel->expr[at].type;

    if (fuzz_kind(from) == to)
        return at;
    return gen_operation(g, E_CONVERT, !is_float(to) && chance(g, 10), fuzz_vector(to, fuzz_lanes(from)), at, 0);
}

int
gen_coerce(struct generator *g, int at, type_id type)
{
    int from = fuzz_lanes(g->kernel->expr[at].type), to = fuzz_lanes(type);

    if (from == to)
        return gen_convert(g, at, fuzz_kind(type));
    if (from == 1)
        return gen_node(g, E_SPLAT, type, 1, gen_convert(g, at, fuzz_kind(type)), 0);
    at = gen_node(g, E_SWIZZLE, fuzz_vector(fuzz_kind(g->kernel->expr[at].type), to), 1, at, 0);
    g->kernel->expr[at].style &= 1;
    for (int i = 0; i < to; i++)
        g->kernel->expr[at].lane[i] = (uint8_t)below(g, from);
    return gen_convert(g, at, fuzz_kind(type));
}

static int
constant(struct generator *g, type_id type)
{
    uint64_t lanes[MAX_LANES];

    lanes[0] = fuzz_value(&g->rng, fuzz_kind(type));
    for (int i = 1; i < fuzz_lanes(type); i++)
        lanes[i] = chance(g, 50) ? lanes[0] : fuzz_value(&g->rng, fuzz_kind(type));
    return fuzz_constant(g->kernel, type, lanes);
}

static int
item(struct generator *g)
{
    static const uint8_t uniform[] = {GROUP_ID, GLOBAL_SIZE, LOCAL_SIZE, NUM_GROUPS, GLOBAL_OFFSET};
    static const uint8_t any[] = {GLOBAL_ID, GLOBAL_ID, GLOBAL_ID, LOCAL_ID, LOCAL_ID, GLOBAL_LINEAR, LOCAL_LINEAR};
    int function, at, d = chance(g, 70) ? 0 : below(g, g->kernel->range.dimensions);

    if (g->no_groups)
        function = g->uniform ? GLOBAL_SIZE : chance(g, 80) ? GLOBAL_ID : GLOBAL_LINEAR;
    else if (g->uniform || chance(g, 15))
        function = uniform[below(g, sizeof uniform)];
    else
        function = any[below(g, sizeof any)];
    at = gen_node(g, E_ITEM, fuzz_vector(U64, 1), 0, function, function >= GLOBAL_LINEAR ? 0 : d);
    return at;
}

int
gen_descend(struct generator *g, int place, int depth)
{
    struct kernel *k = g->kernel;

    while (k->expr[place].type >= VECTOR_TYPES) {
        const struct aggregate *aggregate = &k->aggregate[k->expr[place].type - VECTOR_TYPES];

        if (aggregate->is_struct) {
            int field = below(g, aggregate->count);

            place = gen_node(g, E_FIELD, aggregate->field[field], 1, place, 0);
            k->expr[place].a = field;
        } else {
            int count = aggregate->count;
            type_id element = aggregate->element;

            place = gen_node(g, E_ELEMENT, element, 2, place, gen_index(g, count, depth - 1));
        }
    }
    return place;
}

static int
swizzled_target(struct generator *g, int place)
{
    int lanes = fuzz_lanes(g->kernel->expr[place].type), n, at;
    bool taken[MAX_LANES] = {false};

    if (lanes == 1 || !chance(g, 35))
        return place;
    do
        n = lane_counts[below(g, 4)];
    while (n > lanes);
    at = gen_node(g, E_SWIZZLE, fuzz_vector(fuzz_kind(g->kernel->expr[place].type), n), 1, place, 0);
    g->kernel->expr[at].style &= 1;
    for (int i = 0; i < n; i++) {
        int lane;

        do
            lane = below(g, lanes);
        while (taken[lane]);
        taken[lane] = true;
        g->kernel->expr[at].lane[i] = (uint8_t)lane;
    }
    return at;
}

int
gen_target(struct generator *g)
{
    for (int tries = 0; tries < 8 && g->scoped; tries++) {
        int var = g->scope[below(g, g->scoped)], row;
        const struct var *v = &g->kernel->var[var];

        if (v->storage == ROW && !g->uniform && (row = gen_some_row(g, true)) != 0)
            return swizzled_target(g, gen_row_place(g, row, true));
        if (v->read_only || v->uniform != g->uniform || (v->storage != PRIVATE && v->storage != POINTER))
            continue;
        return swizzled_target(g, gen_descend(g, gen_var_node(g, var), 2));
    }
    return 0;
}

static int
input_buffer(struct generator *g)
{
    struct kernel *k = g->kernel;
    int found[MAX_VARS], count = 0, at, items = (int)fuzz_items(k);

    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == INPUT || k->var[i].storage == TABLE)
            found[count++] = i;
    if (count >= 5 || (count >= 2 && chance(g, 70)))
        return found[below(g, count)];
    if (chance(g, 15)) {
        at = gen_new_var(g, TABLE, gen_scalar_type(g));
        k->var[at].count = chance(g, 70) ? 1 << (2 + below(g, 3)) : 5 + below(g, 8);
        return at;
    }
    at = gen_new_var(g, INPUT, chance(g, 80) ? gen_scalar_type(g) : gen_vector_type(g));
    if (k->aggregates && chance(g, 25)) {
        int aggregate = below(g, k->aggregates);

        if (k->aggregate[aggregate].is_struct)
            k->var[at].type = VECTOR_TYPES + aggregate;
    }
    for (k->var[at].count = 16; k->var[at].count < items + 4; k->var[at].count *= 2) {}
    if (chance(g, 20))
        k->var[at].count = items + 3;
    k->var[at].qualifier = (uint8_t)below(g, 4);
    return at;
}

// Reads a buffer or table.
static int
load(struct generator *g, type_id type, int depth)
{
    struct kernel *k = g->kernel;
    int var = input_buffer(g), lanes = fuzz_lanes(type), at;
    int array = 0;

    if (g->helper && k->var[var].storage != TABLE)
        return constant(g, type);
    array = gen_node(g, E_VAR, k->var[var].type, 0, var, 0);
    if (lanes > 1 && k->var[var].type < VECTOR_TYPES && fuzz_lanes(k->var[var].type) == 1 &&
        k->var[var].count >= lanes && chance(g, 75)) {
        at = gen_node(g, E_VLOAD, fuzz_vector(fuzz_kind(k->var[var].type), lanes), 2, array,
                      gen_index(g, k->var[var].count / lanes, depth - 1));
        k->expr[at].style &= 1;
        return gen_coerce(g, at, type);
    }
    at = gen_node(g, E_ELEMENT, k->var[var].type, 2, array, gen_index(g, k->var[var].count, depth - 1));
    return gen_coerce(g, gen_descend(g, at, depth - 1), type);
}

static int
local_read(struct generator *g, type_id type)
{
    struct kernel *k = g->kernel;
    int found[MAX_VARS], count = 0, at, index;
    const struct var *var;

    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == LOCAL_MEMORY && (k->var[i].phase == READ_ALL || (!k->var[i].atomic && !g->uniform)))
            found[count++] = i;
    if (!count || g->helper)
        return 0;
    at = found[below(g, count)];
    var = &k->var[at];
    if (var->phase == READ_ALL) {
        index = gen_index(g, var->count, 2);
        if (!g->uniform && chance(g, 40)) { // a neighbour
            type_id u32 = fuzz_vector(U32, 1);

            index = gen_node(g, E_SLOT, fuzz_vector(U64, 1), 0, at, 0);
            index = gen_operation(g, E_CONVERT, 0, u32, index, 0);
            index = gen_operation(g, E_BINARY, chance(g, 60) ? B_ADD : B_XOR, u32, index,
                                  gen_small_constant(g, U32, 1 << below(g, 6)));
        }
    } else {
        index = gen_node(g, E_SLOT, fuzz_vector(U64, 1), 0, at, 0);
    }
    at = gen_node(g, E_ELEMENT, k->var[at].type, 2, gen_node(g, E_VAR, k->var[at].type, 0, at, 0), index);
    return gen_coerce(g, gen_descend(g, at, 1), type);
}

static int
variable(struct generator *g, type_id type, int depth)
{
    for (int tries = 0; tries < 6 && g->scoped; tries++) {
        int var = g->scope[below(g, g->scoped)], row;
        const struct var *v = &g->kernel->var[var];

        if (g->uniform && !v->uniform)
            continue;
        if (tries < 4 && v->type < VECTOR_TYPES && v->storage != ROW && v->type != type)
            continue;
        if (!g->uniform && (v->storage == ROW || (v->type >= VECTOR_TYPES && g->rows)) &&
            (row = gen_some_row(g, false)) != 0)
            return gen_coerce(g, gen_row_place(g, row, false), type);
        if (v->storage == ROW)
            continue;
        return gen_coerce(g, gen_descend(g, gen_var_node(g, var), depth), type);
    }
    return 0;
}

static int
argument(struct generator *g, type_id type)
{
    struct kernel *k = g->kernel;
    int found[MAX_VARS], count = 0, at;

    if (g->helper)
        return 0;
    for (int i = 1; i < k->vars; i++)
        if (k->var[i].storage == ARGUMENT)
            found[count++] = i;
    if (count < 4 && (!count || chance(g, 30))) {
        at = gen_new_var(g, ARGUMENT, chance(g, 70) ? gen_scalar_type(g) : type);
        k->var[at].uniform = k->var[at].read_only = true;
    } else {
        at = found[below(g, count)];
    }
    return gen_coerce(g, gen_node(g, E_VAR, k->var[at].type, 0, at, 0), type);
}

static int
leaf(struct generator *g, type_id type, int depth)
{
    int which = below(g, 100), at = 0;

    if (g->kernel->exprs > ENOUGH_EXPRS)
        return constant(g, type);
    if (which < 45)
        at = variable(g, type, depth);
    else if (which < 55)
        at = argument(g, type);
    else if (which < 70)
        at = gen_coerce(g, item(g), type);
    else if (which < 76 && g->kernel->var[0].count) // local memory exists
        at = local_read(g, type);
    else if (which < 88 && depth > -2)
        at = load(g, type, depth);
    return at ? at : constant(g, type);
}

int
gen_condition(struct generator *g, int depth)
{
    type_id int_type = fuzz_vector(I32, 1), type;
    int which = below(g, 100), x, y;

    if (which < 60 || depth <= 0) {
        type = gen_scalar_type(g);
        x = gen_expr(g, type, depth - 1);
        y = chance(g, 50) ? constant(g, type) : gen_expr(g, type, depth - 1);
        return gen_operation(g, E_COMPARE, below(g, 6), int_type, x, y);
    }
    if (which < 75) { // by parity of something
        type = fuzz_vector(chance(g, 50) ? I32 : U32, 1);
        x = gen_operation(g, E_BINARY, B_AND, type, gen_expr(g, type, depth - 1),
                          gen_small_constant(g, fuzz_kind(type), 1 << below(g, 4)));
        return gen_operation(g, E_COMPARE, chance(g, 50) ? C_EQ : C_NE, int_type, x,
                             gen_small_constant(g, fuzz_kind(type), 0));
    }
    if (which < 90) {
        x = gen_condition(g, depth - 1);
        y = gen_condition(g, depth - 1);
        return gen_operation(g, E_LOGIC, below(g, 2), int_type, x, y);
    }
    if (which < 95)
        return gen_operation(g, E_UNARY, U_LNOT, int_type, gen_condition(g, depth - 1), 0);
    type = fuzz_vector(mask_kind(fuzz_kind(gen_scalar_type(g))), lane_counts[1 + below(g, 4)]);
    x = gen_expr(g, type, depth - 1);
    return gen_operation(g, E_BUILTIN, chance(g, 50) ? F_ANY : F_ALL, int_type, x, 0);
}

int
gen_effect_condition(struct generator *g, int depth)
{
    int left, place, value, at;

    if (g->uniform || !chance(g, 25))
        return gen_condition(g, depth);
    left = gen_condition(g, depth - 1);
    place = gen_target(g);
    if (!place)
        return left;
    value = gen_expr(g, g->kernel->expr[place].type, depth - 1);
    at = gen_ternary(g, E_COMMA, fuzz_vector(I32, 1), place, value, gen_condition(g, 1));
    return gen_operation(g, E_LOGIC, below(g, 2), fuzz_vector(I32, 1), left, at);
}

static int
float_builtin(struct generator *g, type_id type, int depth)
{
    static const uint8_t functions[] = {F_FMA,   F_FMA,  F_FMA,   F_SQRT, F_FABS,  F_FMIN,    F_FMAX,
                                        F_FLOOR, F_CEIL, F_TRUNC, F_RINT, F_ROUND, F_COPYSIGN};
    int function = functions[below(g, sizeof functions)], x = gen_expr(g, type, depth - 1), at;

    switch (function) {
    case F_FMA: {
        int y = gen_expr(g, type, depth - 1);

        at = gen_ternary(g, E_BUILTIN, type, x, y, gen_expr(g, type, depth - 1));
        break;
    }
    case F_FMIN:
    case F_FMAX:
    case F_COPYSIGN:
        at = gen_node(g, E_BUILTIN, type, 2, x, gen_expr(g, type, depth - 1));
        break;
    default:
        at = gen_node(g, E_BUILTIN, type, 1, x, 0);
    }
    g->kernel->expr[at].a = function;
    return at;
}

static int
integer_builtin(struct generator *g, type_id type, int depth)
{
    enum kind kind = fuzz_kind(type);
    int function = below(g, F_INTEGERS), lanes = fuzz_lanes(type), x, y, at;
    type_id from = type;

    if (function == F_POPCOUNT && g->kernel->version < 12)
        function = F_CLZ;

    if ((function == F_ABS || function == F_ABS_DIFF) && is_signed(kind))
        function = F_MIN;
    if ((function == F_ABS || function == F_ABS_DIFF) && chance(g, 70))
        from = fuzz_vector(mask_kind(kind), lanes);
    if (function == F_UPSAMPLE) {
        type_id low;

        if (kind < I16)
            return 0;
        low = fuzz_vector((enum kind)(unsigned_kind(kind) - 2), lanes);
        x = gen_expr(g, fuzz_vector((enum kind)(kind - 2), lanes), depth - 1);
        return gen_operation(g, E_BUILTIN, function, type, x, gen_expr(g, low, depth - 1));
    }
    x = gen_expr(g, from, depth - 1);
    switch (function) {
    case F_ABS:
    case F_CLZ:
    case F_POPCOUNT:
        return gen_operation(g, E_BUILTIN, function, type, x, 0);
    case F_MAD_HI:
    case F_MAD_SAT:
    case F_BITSELECT:
        y = gen_expr(g, type, depth - 1);
        at = gen_ternary(g, E_BUILTIN, type, x, y, gen_expr(g, type, depth - 1));
        break;
    case F_CLAMP: // the limits are written twice
        y = leaf(g, type, 0);
        at = gen_ternary(g, E_BUILTIN, type, x, y, constant(g, type));
        break;
    default:
        return gen_operation(g, E_BUILTIN, function, type, x, gen_expr(g, from, depth - 1));
    }
    g->kernel->expr[at].a = function;
    return at;
}

static int
selection(struct generator *g, type_id type, int depth)
{
    enum kind mask = mask_kind(fuzz_kind(type));
    int lanes = fuzz_lanes(type), c, x, at;
    bool builtin = chance(g, 50);

    if (lanes == 1 && !builtin)
        c = gen_condition(g, depth - 1);
    else if (lanes > 1 && !builtin && chance(g, 30))
        c = gen_condition(g, depth - 1);
    else
        c = gen_expr(g, fuzz_vector(builtin && chance(g, 40) ? unsigned_kind(mask) : mask, lanes), depth - 1);
    x = gen_expr(g, type, depth - 1);
    if (!builtin)
        return gen_ternary(g, E_COND, type, c, x, gen_expr(g, type, depth - 1));
    at = gen_expr(g, type, depth - 1);
    at = gen_ternary(g, E_BUILTIN, type, x, at, c);
    g->kernel->expr[at].a = F_SELECT;
    return at;
}

static int
rearrangement(struct generator *g, type_id type, int depth)
{
    enum kind kind = fuzz_kind(type);
    int lanes = fuzz_lanes(type), which = below(g, 4), wide = lane_counts[1 + below(g, 4)], x, mask, at;
    enum kind unsigned_mask = unsigned_kind(mask_kind(kind));

    if (g->scalars && lanes == 1 && !chance(g, 10))
        return 0;
    if (lanes > 1 && which == 0)
        return gen_node(g, E_SPLAT, type, 1, gen_expr(g, fuzz_vector(kind, 1), depth - 1), 0);
    if (lanes > 1 && which == 1) { // of two or three parts
        static const int8_t parts[][MAX_KIDS] = {{1, 1}, {2, 1}, {2, 2}, {4, 4}, {8, 8}};
        static const int8_t others[][MAX_KIDS] = {{1, 1}, {1, 2}, {1, 2, 1}, {3, 1, 4}, {4, 8, 4}};
        int row = lanes == 2 ? 0 : lanes == 3 ? 1 : lanes == 4 ? 2 : lanes == 8 ? 3 : 4;
        const int8_t *counts = chance(g, 50) ? parts[row] : others[row];
        int kid[MAX_KIDS], kids = 0;

        for (; kids < MAX_KIDS && counts[kids]; kids++)
            kid[kids] = gen_expr(g, fuzz_vector(kind, counts[kids]), depth - 1);
        at = gen_node(g, E_BUILD, type, 2, kid[0], kid[1]);
        g->kernel->expr[at].kids = (uint8_t)kids;
        memcpy(g->kernel->expr[at].kid, kid, sizeof *kid * (size_t)kids);
        return at;
    }
    if (which == 2 && lanes != 3 && lanes > 1) {
        if (wide == 3)
            wide = 4;
        x = gen_expr(g, fuzz_vector(kind, wide), depth - 1);
        mask = gen_expr(g, fuzz_vector(unsigned_mask, lanes), depth - 1);
        if (chance(g, 50))
            return gen_operation(g, E_BUILTIN, F_SHUFFLE, type, x, mask);
        at = gen_expr(g, fuzz_vector(kind, wide), depth - 1);
        at = gen_ternary(g, E_BUILTIN, type, x, at, mask);
        g->kernel->expr[at].a = F_SHUFFLE2;
        return at;
    }
    return gen_coerce(g, gen_expr(g, fuzz_vector(kind, wide == lanes ? (wide == 2 ? 4 : 2) : wide), depth - 1), type);
}

static int
reinterpretation(struct generator *g, type_id type, int depth)
{
    int bytes = kind_bytes(fuzz_kind(type)) * fuzz_lanes(type);
    enum kind from = fuzz_kind(gen_scalar_type(g));

    for (int i = 0; i < WIDTHS; i++)
        if (lane_counts[i] * kind_bytes(from) == bytes && (lane_counts[i] == 3) == (fuzz_lanes(type) == 3))
            return gen_operation(g, E_AS, 0, type, gen_expr(g, fuzz_vector(from, lane_counts[i]), depth - 1), 0);
    return 0;
}

static int
call(struct generator *g, type_id type, int depth)
{
    struct kernel *k = g->kernel;
    int callee, at, kid[MAX_PARAMETERS];
    const struct function *f;

    if (!g->calls || g->uniform || g->trip > 32)
        return 0;
    callee = below(g, g->calls);
    f = &k->function[callee];
    for (int i = 0; i < f->parameters; i++)
        if (k->var[f->parameter[i]].storage != PRIVATE || k->var[f->parameter[i]].type >= VECTOR_TYPES)
            return 0;
    for (int i = 0; i < f->parameters; i++)
        kid[i] = gen_expr(g, k->var[f->parameter[i]].type, depth - 1);
    at = gen_node(g, E_CALL, f->result, 0, callee, 0);
    k->expr[at].kids = (uint8_t)f->parameters;
    memcpy(k->expr[at].kid, kid, sizeof *kid * (size_t)f->parameters);
    return gen_coerce(g, at, type);
}

static int
comparison(struct generator *g, type_id type, int depth)
{
    enum kind kind = fuzz_kind(type), of;
    int lanes = fuzz_lanes(type), x;
    type_id operand;

    if (lanes == 1) {
        if (kind == I32 && chance(g, 25)) {
            static const uint8_t tests[] = {F_ISNAN, F_ISINF, F_ISEQUAL, F_ISLESS};
            int function = tests[below(g, 4)];

            operand = fuzz_vector(chance(g, 50) ? F32 : chance(g, 60) ? F64 : F16, 1);
            x = gen_expr(g, operand, depth - 1);
            return gen_operation(g, E_BUILTIN, function, type, x,
                                 function < F_ISEQUAL ? 0 : gen_expr(g, operand, depth - 1));
        }
        return gen_coerce(g, gen_condition(g, depth - 1), type);
    }
    if (!is_signed(kind) || is_float(kind))
        return 0;
    of = chance(g, 40) ? unsigned_kind(kind) : kind;
    if (kind >= I16 && chance(g, 40))
        of = float_kind(kind);
    operand = fuzz_vector(of, lanes);
    x = gen_expr(g, operand, depth - 1);
    if (is_float(of) && chance(g, 30))
        return gen_operation(g, E_BUILTIN, F_ISNAN, type, x, 0);
    return gen_operation(g, E_COMPARE, below(g, 6), type, x, gen_expr(g, operand, depth - 1));
}

static int
arithmetic(struct generator *g, type_id type, int depth)
{
    static const uint8_t integers[] = {B_ADD, B_ADD, B_ADD, B_SUB, B_SUB, B_MUL, B_MUL, B_AND,
                                       B_OR,  B_XOR, B_XOR, B_SHL, B_SHR, B_SHR, B_DIV, B_MOD};
    static const uint8_t floats[] = {B_ADD, B_ADD, B_ADD, B_SUB, B_SUB, B_MUL, B_MUL, B_MUL, B_DIV};
    enum kind kind = fuzz_kind(type);
    int op = is_float(kind) ? floats[below(g, sizeof floats)] : integers[below(g, sizeof integers)];
    int x = gen_expr(g, type, depth - 1), y = chance(g, 30) ? constant(g, type) : gen_expr(g, type, depth - 1);

    return gen_operation(g, E_BINARY, op, type, x, y);
}

int
gen_expr(struct generator *g, type_id type, int depth)
{
    int which = below(g, 100), at = 0;
    bool floating = is_float(fuzz_kind(type));

    if (depth > g->deepest)
        depth = g->deepest;
    if (depth <= 0 || g->kernel->exprs > ENOUGH_EXPRS || which < 12)
        return leaf(g, type, depth);
    if (which < 42)
        at = arithmetic(g, type, depth);
    else if (which < 46)
        at =
            gen_operation(g, E_UNARY, floating || chance(g, 50) ? U_NEG : U_NOT, type, gen_expr(g, type, depth - 1), 0);
    else if (which < 54)
        at = floating ? 0 : comparison(g, type, depth);
    else if (which < 61)
        at = selection(g, type, depth);
    else if (which < 68)
        at = gen_convert(g, gen_expr(g, fuzz_vector(fuzz_kind(gen_scalar_type(g)), fuzz_lanes(type)), depth - 1),
                         fuzz_kind(type));
    else if (which < 71)
        at = reinterpretation(g, type, depth);
    else if (which < 82)
        at = floating ? float_builtin(g, type, depth) : integer_builtin(g, type, depth);
    else if (which < 87)
        at = rearrangement(g, type, depth);
    else if (which < 91)
        at = call(g, type, depth);
    else
        at = load(g, type, depth);
    return at ? at : arithmetic(g, type, depth);
}

// Own vectors, one work-item's after the other's in memory.
static int
own_vector(struct generator *g, type_id type)
{
    struct kernel *k = g->kernel;
    int found[MAX_VARS], count = 0, items = (int)fuzz_items(k), at;

    for (int i = 1; i < k->vars; i++)
        if ((k->var[i].storage == INPUT || (k->var[i].storage == OUTPUT && k->var[i].slice == 1)) &&
            k->var[i].type == type && fuzz_elements(k, &k->var[i]) >= (size_t)items)
            found[count++] = i;
    if (count && chance(g, 70)) {
        at = found[below(g, count)];
        if (k->var[at].storage == OUTPUT)
            return gen_own_place(g, at, gen_small_constant(g, I32, 0));
    } else {
        at = gen_new_var(g, INPUT, type);
        k->var[at].count = items + below(g, 4);
        k->var[at].qualifier = (uint8_t)below(g, 4);
    }
    return gen_node(g, E_ELEMENT, type, 2, gen_node(g, E_VAR, type, 0, at, 0),
                    gen_node(g, E_ITEM, fuzz_vector(U64, 1), 0, GLOBAL_LINEAR, 0));
}

int
gen_elementwise(struct generator *g, type_id type, int depth)
{
    enum kind kind = fuzz_kind(type);
    int lanes = fuzz_lanes(type), which = below(g, 100), x, y, at;

    if (depth <= 0 || g->kernel->exprs > ENOUGH_EXPRS || which < 10) {
        which = below(g, 100);
        if (which < 55 && !g->helper && !g->uniform)
            return own_vector(g, type);
        if (which < 70)
            return gen_node(g, E_SPLAT, type, 1, gen_expr(g, fuzz_vector(kind, 1), 1), 0);
        at = which < 85 ? variable(g, type, 0) : 0;
        return at ? at : constant(g, type);
    }
    if (which < 45) {
        static const uint8_t operators[] = {B_ADD, B_SUB, B_MUL, B_XOR, B_AND, B_SHR, B_DIV};

        x = gen_elementwise(g, type, depth - 1);
        y = gen_elementwise(g, type, depth - 1);
        return gen_operation(g, E_BINARY, operators[below(g, is_float(kind) ? 3 : 7)], type, x, y);
    }
    if (which < 55)
        return gen_operation(g, E_UNARY, is_float(kind) || chance(g, 50) ? U_NEG : U_NOT, type,
                             gen_elementwise(g, type, depth - 1), 0);
    if (which < 68)
        return gen_convert(g, gen_elementwise(g, fuzz_vector(fuzz_kind(gen_scalar_type(g)), lanes), depth - 1), kind);
    if (which < 78) { // by one condition, or by one of each element
        enum kind mask = mask_kind(kind);
        type_id masks = fuzz_vector(mask, lanes);

        x = gen_elementwise(g, type, depth - 1);
        y = gen_elementwise(g, type, depth - 1);
        if (chance(g, 50))
            return gen_ternary(g, E_COND, type, gen_condition(g, 1), x, y);
        at = gen_elementwise(g, type, depth - 1);
        if (is_float(kind) || is_signed(kind))
            at = gen_operation(g, E_COMPARE, below(g, 6), masks, at, gen_elementwise(g, type, depth - 1));
        else
            at = gen_convert(g, at, mask);
        return gen_ternary(g, E_COND, type, at, x, y);
    }
    if (which < 90) {
        x = gen_elementwise(g, type, depth - 1);
        y = gen_elementwise(g, type, depth - 1);
        if (!is_float(kind))
            return gen_operation(g, E_BUILTIN, chance(g, 50) ? F_MIN : F_MAX, type, x, y);
        at = gen_ternary(g, E_BUILTIN, type, x, y, gen_elementwise(g, type, depth - 1));
        g->kernel->expr[at].a = F_FMA;
        return at;
    }
    return gen_expr(g, type, depth - 1);
}
