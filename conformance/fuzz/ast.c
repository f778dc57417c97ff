// SPDX-License-Identifier: Apache-2.0
// Types, layout and random values of the fuzzer's kernels.
#include "conformance/fuzz/value.h"

#include <assert.h>
#include <string.h>

static const uint8_t widths[WIDTHS] = {1, 2, 3, 4, 8, 16};

type_id
fuzz_vector(enum kind kind, int lanes)
{
    for (int i = 0; i < WIDTHS; i++)
        if (widths[i] == lanes)
            return (int)kind * WIDTHS + i;
    assert(!"no such vector");
    return 0;
}

enum kind
fuzz_kind(type_id type)
{
    assert(type >= 0 && type < VECTOR_TYPES);
    return (enum kind)(type / WIDTHS);
}

int
fuzz_lanes(type_id type)
{
    assert(type >= 0 && type < VECTOR_TYPES);
    return widths[type % WIDTHS];
}

int
fuzz_type_bytes(const struct kernel *kernel, type_id type)
{
    if (type < VECTOR_TYPES) {
        int lanes = fuzz_lanes(type);

        return kind_bytes(fuzz_kind(type)) * (lanes == 3 ? 4 : lanes);
    }
    return kernel->aggregate[type - VECTOR_TYPES].size;
}

int
fuzz_type_align(const struct kernel *kernel, type_id type)
{
    return type < VECTOR_TYPES ? fuzz_type_bytes(kernel, type) : kernel->aggregate[type - VECTOR_TYPES].align;
}

size_t
fuzz_items(const struct kernel *kernel)
{
    return kernel->range.global[0] * kernel->range.global[1] * kernel->range.global[2];
}

size_t
fuzz_elements(const struct kernel *kernel, const struct var *var)
{
    return var->storage == OUTPUT ? fuzz_items(kernel) * (size_t)var->slice : (size_t)var->count;
}

bool
fuzz_is_buffer(const struct var *var)
{
    return var->storage == INPUT || var->storage == OUTPUT || var->storage == COUNTERS || var->storage == TABLE;
}

void
fuzz_lay_out(struct kernel *kernel)
{
    kernel->frame_bytes = kernel->local_bytes = 0;
    for (int i = 1; i < kernel->vars; i++) {
        struct var *var = &kernel->var[i];
        int *top = var->storage == LOCAL_MEMORY ? &kernel->local_bytes : &kernel->frame_bytes;
        int bytes = fuzz_type_bytes(kernel, var->type);

        if (fuzz_is_buffer(var))
            continue;
        if (var->storage == POINTER || var->storage == CURSOR || var->storage == ROW)
            bytes = sizeof(uint64_t);
        if (var->storage == LOCAL_MEMORY)
            bytes *= var->count;
        var->offset = *top;
        *top += (bytes + 15) & ~15;
    }
}

struct row
fuzz_row(const struct kernel *k, int at)
{
    const struct var *var = &k->var[at];
    struct row row = {var->type, var->count, var->align, var->space};
    int natural;

    if (var->type >= VECTOR_TYPES && !k->aggregate[var->type - VECTOR_TYPES].is_struct) {
        row.element = k->aggregate[var->type - VECTOR_TYPES].element;
        row.count = k->aggregate[var->type - VECTOR_TYPES].count;
    } else if (var->storage == OUTPUT) {
        row.count = (int)fuzz_elements(k, var);
    }
    natural = fuzz_type_align(k, row.element);
    if (row.align < natural)
        row.align = natural;
    return row;
}

size_t
fuzz_row_places(const struct kernel *k, const struct expr *e, size_t *step)
{
    const struct row row = fuzz_row(k, e->a);
    size_t bytes = (size_t)(row.count * fuzz_type_bytes(k, row.element)), lane, vector;

    *step = (size_t)fuzz_type_bytes(k, e->type);
    if (e->b == ROW_ELEMENT || e->b == ROW_CAST)
        return bytes / *step;
    lane = (size_t)kind_bytes(fuzz_kind(e->type));
    vector = lane * (size_t)fuzz_lanes(e->type);
    *step = e->b == ROW_VECTOR ? vector : lane;
    return (bytes - vector) / *step + 1;
}

bool
fuzz_is_parameter(const struct var *var)
{
    return (fuzz_is_buffer(var) && var->storage != TABLE) || var->storage == ARGUMENT ||
           (var->storage == LOCAL_MEMORY && var->by_argument);
}

static void use_body(const struct kernel *k, int list, struct used *used);

static void
use_expr(const struct kernel *k, int at, struct used *used)
{
    const struct expr *e = &k->expr[at];

    if (e->op == E_VAR || e->op == E_DEREF || e->op == E_OWN || e->op == E_SLOT || e->op == E_ROW || e->op == E_POINTER)
        used->var[e->a] = used->beyond_init[e->a] = true;
    if (e->op == E_CALL && !used->function[e->a]) {
        used->function[e->a] = true;
        use_body(k, k->function[e->a].body, used);
    }
    for (int i = 0; i < e->kids; i++)
        use_expr(k, e->kid[i], used);
}

static void
use_body(const struct kernel *k, int list, struct used *used)
{
    for (; list; list = k->stmt[list].next) {
        const struct stmt *s = &k->stmt[list];

        if (s->op == S_VSTORE || s->op == S_ATOMIC || s->op == S_LOCAL_INIT || s->op == S_REDUCTION)
            used->var[s->a] = true;
        if (s->op == S_VSTORE || s->op == S_ATOMIC || s->op == S_REDUCTION)
            used->beyond_init[s->a] = true;
        if (s->op == S_WALK && s->e[3])
            used->var[s->c] = used->beyond_init[s->c] = true;
        for (int i = 0; i < MAX_KIDS; i++)
            if (s->e[i])
                use_expr(k, s->e[i], used);
        use_body(k, s->body[0], used);
        use_body(k, s->body[1], used);
    }
}

void
fuzz_find_used(const struct kernel *k, struct used *used)
{
    memset(used, 0, sizeof *used);
    used->function[k->functions - 1] = true;
    use_body(k, k->function[k->functions - 1].body, used);
}

bool
fuzz_same_expr(const struct kernel *kernel, int a, int b)
{
    const struct expr *x = &kernel->expr[a], *y = &kernel->expr[b];

    if (x->op != y->op || x->type != y->type || x->kids != y->kids || x->b != y->b)
        return false;
    if (x->op == E_CONST)
        return !memcmp(&kernel->constant[x->a], &kernel->constant[y->a], sizeof(uint64_t) * fuzz_lanes(x->type));
    if (x->a != y->a || (x->op == E_SWIZZLE && memcmp(x->lane, y->lane, sizeof x->lane) != 0))
        return false;
    for (int i = 0; i < x->kids; i++)
        if (!fuzz_same_expr(kernel, x->kid[i], y->kid[i]))
            return false;
    return true;
}

int
fuzz_constant(struct kernel *kernel, type_id type, const uint64_t *lanes)
{
    int at = kernel->exprs++, n = fuzz_lanes(type);

    assert(at < MAX_EXPRS && kernel->constants + n <= MAX_CONSTANTS);
    kernel->expr[at] = (struct expr){.op = E_CONST, .type = type, .a = kernel->constants};
    memcpy(&kernel->constant[kernel->constants], lanes, sizeof *lanes * n);
    kernel->constants += n;
    return at;
}

uint64_t
fuzz_random(struct rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

int
fuzz_below(struct rng *rng, int n)
{
    return (int)((fuzz_random(rng) >> 33) % (uint64_t)n);
}

static uint64_t
float_value(struct rng *rng, enum kind kind)
{
    static const double special[] = {0.0,   -0.0,  1.0,      -1.0,       0.5,    1e30,
                                     -1e30, 1e-30, 0x1p-149, 0x1.8p-130, 0x1p31, -0x1p31};
    double d;
    int which = fuzz_below(rng, 100);

    if (which < 40)
        d = fuzz_below(rng, 201) - 100;
    else if (which < 70)
        d = (fuzz_below(rng, 2001) - 1000) / 16.0;
    else if (which < 90)
        d = (double)(int64_t)fuzz_random(rng) * 0x1p-60 * (double)(1 << fuzz_below(rng, 20));
    else if (which < 97)
        d = special[fuzz_below(rng, sizeof special / sizeof *special)];
    else if (which < 99)
        d = which == 97 ? (double)__builtin_inff() : -(double)__builtin_inff();
    else
        d = (double)__builtin_nanf("");
    return of_real(kind, d);
}

uint64_t
fuzz_value(struct rng *rng, enum kind kind)
{
    int shift = 64 - 8 * kind_bytes(kind), which = fuzz_below(rng, 10);
    uint64_t value;

    if (is_float(kind))
        return float_value(rng, kind);
    if (which < 5)
        value = (uint64_t)(fuzz_below(rng, 33) - (is_signed(kind) ? 16 : 0));
    else if (which < 6)
        value = ~(uint64_t)0 << (63 - fuzz_below(rng, 64));
    else if (which < 7)
        value = ((uint64_t)1 << fuzz_below(rng, 64)) - 1;
    else
        value = fuzz_random(rng) >> fuzz_below(rng, 56);
    value <<= shift;
    return is_signed(kind) ? (uint64_t)((int64_t)value >> shift) : value >> shift;
}
