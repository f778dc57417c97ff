// SPDX-License-Identifier: Apache-2.0
// Random kernels: geometry, helpers, body and results.
#include "conformance/fuzz/generate.h"

#include <limits.h>
#include <string.h>

static void
gen_range(struct generator *g)
{
    static const uint16_t sizes[] = {1,  2,  3,  4,  5,  7,  8,   13,  15,  16,  17,  24,  31, 32,
                                     33, 48, 63, 64, 65, 96, 100, 127, 128, 129, 200, 256, 300};
    // First sizes of groups that are long in another dimension.
    static const uint16_t first[] = {1, 1, 1, 1, 2, 3, 5, 33};
    struct geometry *range = &g->kernel->range;
    bool odd = chance(g, 20);
    int which = odd ? 65 + below(g, 35) : below(g, 100);
    size_t most = 300;

    *range = (struct geometry){.dimensions = which < 65   ? 1
                                             : which < 88 ? 2
                                                          : 3,
                               .global = {1, 1, 1},
                               .local = {1, 1, 1}};
    for (int d = 0; d < range->dimensions; d++) {
        size_t groups = 1 + (size_t)below(g, range->dimensions == 1 ? 4 : 3);

        do
            range->local[d] = odd && d == 0 ? first[below(g, sizeof first / sizeof *first)]
                                            : sizes[below(g, sizeof sizes / sizeof *sizes)];
        while (range->local[d] > most);
        most /= range->local[d];
        if (range->dimensions == 1)
            while (groups > 1 && groups * range->local[d] > 640)
                groups--;
        range->global[d] = range->local[d] * groups;
        if (chance(g, 25) && range->global[d] > 1)
            range->global[d] -= (size_t)below(g, (int)range->local[d]);
        if (chance(g, 20)) {
            static const size_t far[] = {0x7fffffc0, 0x80000000, 0xffffffc0, 0x100000000, 0x1fffffff0};

            range->offset[d] = chance(g, 60) ? (size_t)below(g, 1000) : far[below(g, 5)] + (size_t)below(g, 64);
        }
    }
    range->required_size = chance(g, odd ? 50 : 10);
    range->local_null = g->no_groups;
}

static void
gen_helper(struct generator *g)
{
    struct kernel *k = g->kernel;
    int at = k->functions++, body, parameters = 1 + below(g, MAX_PARAMETERS - 1);
    struct function *f = &k->function[at];
    struct list list = {0};
    int value;

    g->function = at;
    g->calls = at;
    g->helper = g->returns = true;
    g->scoped = 0;
    g->budget = 2 + below(g, 6);
    g->trip = 4; // it may be called from a loop
    f->result = gen_vector_type(g);
    f->parameters = parameters;
    f->noinline = chance(g, g->rows ? 50 : 20);
    if (g->rows && chance(g, 15))
        g->budget = 14 + below(g, 12); // large enough to stay out of line
    for (int i = 0; i < parameters; i++) {
        bool pointer = i == parameters - 1 && chance(g, 30);

        if (g->rows && chance(g, 45)) {
            f->parameter[i] = gen_row_parameter(g);
            gen_enter_scope(g, f->parameter[i]);
            continue;
        }
        type_id type = gen_vector_type(g);

        if (!pointer && gen_some_struct(g) >= 0 && chance(g, 20))
            type = gen_some_struct(g);
        f->parameter[i] = gen_new_var(g, pointer ? POINTER : PRIVATE, type);
        k->var[f->parameter[i]].qualifier = pointer && chance(g, 40);
        gen_enter_scope(g, f->parameter[i]);
    }
    if (g->rows && at > 0 && chance(g, 70))
        gen_call_of(g, &list, at - 1);
    while (g->budget > 0)
        gen_statement(g, &list, 2);
    value = gen_expr(g, f->result, 3);
    body = gen_append(g, &list, S_RETURN);
    k->stmt[body].e[0] = value;
    f->body = list.first;
    g->helper = g->returns = false;
}

// Lets a variable's final value be seen.
static void
gen_result(struct generator *g, struct list *list, int var)
{
    struct kernel *k = g->kernel;
    type_id type = k->var[var].type;
    int at, place, value;

    if (type >= VECTOR_TYPES && !k->aggregate[type - VECTOR_TYPES].is_struct) {
        const struct aggregate *array = &k->aggregate[type - VECTOR_TYPES];
        type_id index_type = fuzz_vector(I32, 1), element = array->element;
        int index = gen_new_var(g, PRIVATE, index_type), output = gen_output(g, array->element, array->count);
        int count = array->count;
        struct list body = {0};

        place = gen_own_place(g, output, gen_var_node(g, index));
        value = gen_node(g, E_ELEMENT, element, 2, gen_var_node(g, var), gen_var_node(g, index));
        at = gen_append(g, &body, S_ASSIGN);
        k->stmt[at].e[0] = place;
        k->stmt[at].e[1] = value;
        value = gen_small_constant(g, I32, count);
        at = gen_append(g, list, S_LOOP);
        k->stmt[at].a = index;
        k->stmt[at].e[1] = value;
        k->stmt[at].b = 1;
        k->stmt[at].style = LOOP_FOR;
        k->stmt[at].body[0] = body.first;
        return;
    }
    place = gen_own_place(g, gen_output(g, type, 1), gen_small_constant(g, I32, 0));
    value = gen_var_node(g, var);
    at = gen_append(g, list, S_ASSIGN);
    k->stmt[at].e[0] = place;
    k->stmt[at].e[1] = value;
}

// Local memory is not among the results: its own slots are copied to where they are.
static void
gen_row_result(struct generator *g, struct list *list, int row)
{
    struct kernel *k = g->kernel;
    const struct var var = k->var[row];
    int output = gen_output(g, var.type, var.count);

    for (int i = 0; i < var.count; i++) {
        int place = gen_own_place(g, output, gen_small_constant(g, I32, i));
        int value = gen_node(g, E_ROW, var.type, 1, gen_small_constant(g, I32, i), 0);
        int at = gen_append(g, list, S_ASSIGN);

        k->expr[value].a = row;
        k->expr[value].b = ROW_ELEMENT;
        k->stmt[at].e[0] = place;
        k->stmt[at].e[1] = value;
    }
}

// The variable that a place lies in; 0: none.
static int
root(const struct kernel *k, int at)
{
    while (k->expr[at].op == E_ELEMENT || k->expr[at].op == E_FIELD || k->expr[at].op == E_SWIZZLE)
        at = k->expr[at].kid[0];
    return k->expr[at].op == E_VAR ? k->expr[at].a : 0;
}

// Some work-items have nothing more to do.
static void
leave_some(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    struct list leave = {0};
    int condition = gen_id_condition(g), at = gen_append(g, list, S_IF);

    gen_append(g, &leave, S_RETURN);
    k->stmt[at].e[0] = condition;
    k->stmt[at].body[0] = leave.first;
}

// The results, maybe of some work-items only, or fewer of the others.
static void
write_results(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    struct list some = {0}, others = {0}, *to = list;
    int results = 0, at = 0;

    if (chance(g, 20)) {
        int condition = gen_id_condition(g);

        at = gen_append(g, list, S_IF);
        k->stmt[at].e[0] = condition;
        to = &some;
    }
    for (int i = 0; i < g->scoped && results < 10; i++) {
        if (k->var[g->scope[i]].storage == PRIVATE)
            gen_result(g, at && chance(g, 20) ? &others : to, g->scope[i]);
        else if (k->var[g->scope[i]].base)
            gen_row_result(g, to, g->scope[i]);
        else
            continue;
        results++;
    }
    if (at) {
        k->stmt[at].body[0] = some.first;
        k->stmt[at].body[1] = others.first;
    }
}

static void
gen_statements(struct generator *g, struct list *list, int budget)
{
    g->budget = budget;
    while (g->budget > 0)
        gen_statement(g, list, 3);
}

// All that is left to do, for those work-items that find something to do where they look, with a loop that runs as
// often as each finds there.
static void
gen_guarded_rest(struct generator *g, struct list *list)
{
    struct kernel *k = g->kernel;
    struct list body = {0};
    int condition = gen_condition(g, 2), at = gen_append(g, list, S_IF);

    k->stmt[at].e[0] = condition;
    gen_statements(g, &body, below(g, 3));
    gen_loop(g, &body, 2);
    gen_statements(g, &body, below(g, 3));
    write_results(g, &body);
    k->stmt[at].body[0] = body.first;
}

// What makes no difference to the results. Has random numbers of its own.
static void
choose_qualifiers(struct kernel *k)
{
    struct rng rng = {k->seed * 0xd1342543de82ef95 + 1};

    fuzz_random(&rng);
    for (int i = 1; i < k->vars; i++) {
        const type_id type = k->var[i].type;
        const bool holds_struct = type >= VECTOR_TYPES && (k->aggregate[type - VECTOR_TYPES].is_struct ||
                                                           k->aggregate[type - VECTOR_TYPES].element >= VECTOR_TYPES);

        k->var[i].is_volatile = fuzz_below(&rng, 25) == 0 && k->var[i].storage == PRIVATE && !holds_struct;
        if (fuzz_is_buffer(&k->var[i]) || k->var[i].storage == LOCAL_MEMORY)
            k->var[i].is_volatile = fuzz_below(&rng, 12) == 0 && type < VECTOR_TYPES;
    }
    // Pointers are to variables that are not.
    for (int i = 1; i < k->exprs; i++)
        if (k->expr[i].op == E_ADDRESS || k->expr[i].op == E_VLOAD)
            k->var[root(k, k->expr[i].kid[0])].is_volatile = false;
        else if (k->expr[i].op == E_ROW || k->expr[i].op == E_POINTER)
            k->var[k->expr[i].a].is_volatile = false;
    for (int i = 1; i < k->stmts; i++)
        for (int j = 0; j < MAX_KIDS; j++)
            if (k->stmt[i].op == S_VSTORE || k->stmt[i].op == S_ATOMIC || k->stmt[i].op == S_WALK)
                k->var[root(k, k->stmt[i].e[j])].is_volatile = false;
    // Of values alone: structures are passed by pointers, too.
    for (int i = 0; i < k->functions; i++) {
        struct function *f = &k->function[i];

        f->is_const = f->noinline && fuzz_below(&rng, 2);
        for (int j = 0; j < f->parameters; j++)
            f->is_const &= k->var[f->parameter[j]].storage == PRIVATE && k->var[f->parameter[j]].type < VECTOR_TYPES;
    }
}

int
fuzz_version(uint64_t seed)
{
    static const uint8_t versions[] = {30, 30, 30, 30, 30, 30, 20, 12, 12, 11};
    struct rng rng = {seed / BATCH * 0xd6e8feb86659fd93 + 7};

    fuzz_random(&rng);
    return versions[fuzz_below(&rng, sizeof versions)];
}

bool
fuzz_is_lean(uint64_t seed)
{
    struct rng rng = {seed / BATCH * 0xff51afd7ed558ccd + 21};

    fuzz_random(&rng);
    return fuzz_below(&rng, 2) == 0;
}

// Few kinds of statements, of scalars of one theme.
static void
gen_lean(struct generator *g)
{
    g->kinds = gen_some_kinds(g);
    g->deepest = 2;
    g->scalars = true;
    g->rows = chance(g, 25);
    g->theme = 1 + below(g, THEMES - 1);
}

void
fuzz_generate(struct kernel *k, uint64_t seed)
{
    struct generator generator = {.kernel = k,
                                  .rng = {seed * 0x9e3779b97f4a7c15 + 1},
                                  .kinds = UINT32_MAX,
                                  .deepest = INT_MAX},
                     *g = &generator;
    struct list list = {0};
    bool barriers, small, large, lean;
    int helpers, rounds, way;

    memset(k, 0, offsetof(struct kernel, expr));
    k->seed = seed;
    k->version = fuzz_version(seed);
    k->exprs = k->stmts = k->vars = 1;
    k->var[0] = (struct var){0};
    for (int i = 0; i < 4; i++)
        fuzz_random(&g->rng);
    g->no_groups = chance(g, 10);
    g->theme = chance(g, 50) ? 0 : below(g, THEMES);
    g->scalars = chance(g, 40);
    g->rows = chance(g, 50);
    g->row_type = gen_scalar_type(g);
    barriers = !g->no_groups && chance(g, 45);
    // The kernels of some odd seeds stay what they were: they are named in tests.
    lean = fuzz_is_lean(seed);
    g->ways = seed % 4 == 0 && !lean;
    small = (seed % 2 == 0 && seed % 8 != 0) || lean;
    if (lean)
        gen_lean(g);
    if (g->ways && !g->no_groups)
        barriers |= chance(g, 50);
    gen_range(g);
    if (!lean && chance(g, 40))
        for (int i = 1 + below(g, 2); i > 0; i--)
            gen_struct_type(g);
    large = chance(g, 10) && !small; // the small ones build faster, and show as much for their time
    helpers = chance(g, small ? 10 : 30) && !lean ? 1 + below(g, large || g->rows ? 3 : 2) : 0;
    for (int i = 0; i < helpers; i++)
        gen_helper(g);
    g->function = k->functions++;
    k->function[g->function] = (struct function){.result = TYPE_VOID};
    g->calls = helpers;
    g->scoped = 0;
    g->trip = 1;
    if (!barriers && chance(g, 15))
        leave_some(g, &list);
    if (chance(g, 15))
        gen_common_rounds(g, &list);
    if (g->ways && !barriers)
        gen_ways(g, &list, &rounds, &way);
    if (g->rows) {
        gen_first_rows(g, &list);
        for (int i = 0; i < helpers; i++)
            if (chance(g, 50))
                gen_call_of(g, &list, i);
    }
    if (chance(g, 10))
        gen_row_loop(g, &list);
    if (barriers) {
        if (chance(g, 80))
            gen_local_memory(g, &list);
        g->budget = large ? 8 + below(g, 16) : small ? 1 + below(g, lean ? 2 : 3) : 3 + below(g, 7);
        if (g->ways)
            gen_carried(g, &list);
        while (g->budget > 0) {
            g->budget--;
            gen_group(g, &list, 2, 1, NULL);
        }
    }
    g->returns = true;
    if (chance(g, 20))
        leave_some(g, &list);
    if (!barriers && chance(g, 15)) {
        gen_statements(g, &list, below(g, small ? 2 : 3));
        gen_guarded_rest(g, &list);
    } else {
        gen_statements(g, &list,
                       large      ? 8 + below(g, 24)
                       : lean     ? 1 + below(g, 4)
                       : small    ? (barriers ? 0 : 1) + below(g, 3)
                       : barriers ? below(g, 4)
                       : g->rows  ? 2 + below(g, 6)
                                  : 3 + below(g, 10));
        if (!g->uniform && chance(g, 30)) {
            g->budget = lean ? 4 : 8;
            gen_rare_work(g, &list, 2);
        }
        write_results(g, &list);
    }
    k->function[g->function].body = list.first;
    choose_qualifiers(k);
    fuzz_lay_out(k);
}
