// SPDX-License-Identifier: Apache-2.0
// Expressions and places for one work-item.
#include <assert.h>

#include "conformance/fuzz/interpret.h"
#include "conformance/fuzz/value.h"

size_t
fuzz_wrap_index(enum kind kind, uint64_t value, size_t count, bool *guarded)
{
    if (value < count)
        return value;
    *guarded = true;
    if (!(count & (count - 1)))
        return value & (count - 1);
    return canonical(unsigned_kind(kind), value) % count;
}

void
fuzz_load(const struct machine *machine, type_id type, const uint8_t *at, uint64_t *out)
{
    enum kind kind = fuzz_kind(type);
    int n = fuzz_lanes(type), bytes = kind_bytes(kind);

    (void)machine;
    for (int i = 0; i < n; i++)
        out[i] = load_lane(kind, at + i * bytes);
}

static uint8_t *
variable(struct machine *m, const struct var *var)
{
    switch (var->storage) {
    case LOCAL_MEMORY:
        return m->local + var->offset;
    case INPUT:
    case OUTPUT:
    case COUNTERS:
    case TABLE:
        return m->memory->buffer[var - m->kernel->var];
    default:
        return m->item->frame + var->offset;
    }
}

static size_t
element_count(struct machine *m, const struct expr *array)
{
    if (array->op == E_VAR) {
        const struct var *var = &m->kernel->var[array->a];

        if (fuzz_is_buffer(var) || var->storage == LOCAL_MEMORY)
            return fuzz_elements(m->kernel, var);
    }
    return (size_t)m->kernel->aggregate[array->type - VECTOR_TYPES].count;
}

static uint8_t *
row_base(struct machine *m, const struct var *var)
{
    uint8_t *at = variable(m, var), *to;

    if (var->storage != ROW)
        return at;
    memcpy(&to, at, sizeof to);
    return to;
}

uint8_t *
fuzz_place(struct machine *m, int at)
{
    struct kernel *k = m->kernel;
    struct expr *e = &k->expr[at];
    uint64_t index[MAX_LANES];

    switch (e->op) {
    case E_VAR:
        return variable(m, &k->var[e->a]);
    case E_ELEMENT: {
        uint8_t *base = fuzz_place(m, e->kid[0]);
        struct expr *array = &k->expr[e->kid[0]], *by = &k->expr[e->kid[1]];

        fuzz_evaluate(m, e->kid[1], index);
        return base + fuzz_wrap_index(fuzz_kind(by->type), index[0], element_count(m, array), &e->guarded) *
                          (size_t)fuzz_type_bytes(k, e->type);
    }
    case E_FIELD:
        return fuzz_place(m, e->kid[0]) + k->aggregate[k->expr[e->kid[0]].type - VECTOR_TYPES].offset[e->a];
    case E_DEREF: {
        uint8_t *to;

        memcpy(&to, m->item->frame + k->var[e->a].offset, sizeof to);
        return to;
    }
    case E_SWIZZLE:
        return fuzz_place(m, e->kid[0]);
    case E_ROW: {
        size_t step, places = fuzz_row_places(k, e, &step);

        fuzz_evaluate(m, e->kid[0], index);
        return row_base(m, &k->var[e->a]) +
               step * fuzz_wrap_index(fuzz_kind(k->expr[e->kid[0]].type), index[0], places, &e->guarded);
    }
    }
    assert(!"a place");
    return NULL;
}

void
fuzz_assign(struct machine *m, int place, const uint64_t *value)
{
    const struct expr *e = &m->kernel->expr[place];
    uint8_t *at = fuzz_place(m, place);
    enum kind kind = fuzz_kind(e->type);
    int n = fuzz_lanes(e->type), bytes = kind_bytes(kind);

    if (e->op == E_VAR && m->kernel->var[e->a].is_bool) {
        store_lane(kind, at, value[0] != 0);
        return;
    }
    for (int i = 0; i < n; i++)
        store_lane(kind, at + (e->op == E_SWIZZLE ? e->lane[i] : i) * bytes, value[i]);
}

static uint64_t
item_function(struct machine *m, int function, int d)
{
    const struct geometry *range = &m->kernel->range;
    const struct work_item *item = m->item;

    switch (function) {
    case GLOBAL_ID:
        return item->global[d];
    case LOCAL_ID:
        return item->local[d];
    case GROUP_ID:
        return m->group[d];
    case GLOBAL_SIZE:
        return range->global[d];
    case LOCAL_SIZE:
        return m->size[d];
    case NUM_GROUPS:
        return m->groups[d];
    case GLOBAL_OFFSET:
        return range->offset[d];
    case GLOBAL_LINEAR:
        return item->linear[0];
    default:
        return item->local_linear;
    }
}

static uint64_t
own_element(struct machine *m, struct expr *e)
{
    const struct var *var = &m->kernel->var[e->a];
    size_t linear = m->item->linear[var->last_first], items = fuzz_items(m->kernel), slice = (size_t)var->slice;
    uint64_t value[MAX_LANES];
    size_t k;

    fuzz_evaluate(m, e->kid[0], value);
    k = fuzz_wrap_index(fuzz_kind(m->kernel->expr[e->kid[0]].type), value[0], slice, &e->guarded);
    switch (var->layout) {
    case STRIDED:
        return k * items + linear;
    case REVERSED:
        return (items - 1 - linear) * slice + k;
    default:
        return linear * slice + k;
    }
}

static uint64_t
integer_binary(struct expr *e, enum kind kind, uint64_t x, uint64_t y)
{
    int bits = 8 * kind_bytes(kind);
    bool sign = is_signed(kind), narrow = bits < 32;
    uint64_t by = y & (uint64_t)(bits - 1), value;
    int64_t wrapped;
    bool overflow = false;

    switch (e->a) {
    case B_ADD:
        value = x + y;
        overflow =
            sign && (__builtin_add_overflow((int64_t)x, (int64_t)y, &wrapped) || canonical(kind, value) != value);
        break;
    case B_SUB:
        value = x - y;
        overflow =
            sign && (__builtin_sub_overflow((int64_t)x, (int64_t)y, &wrapped) || canonical(kind, value) != value);
        break;
    case B_MUL:
        value = x * y;
        overflow = sign ? __builtin_mul_overflow((int64_t)x, (int64_t)y, &wrapped) || canonical(kind, value) != value
                        : narrow && value > INT32_MAX;
        break;
    case B_AND:
        return x & y;
    case B_OR:
        return x | y;
    case B_XOR:
        return x ^ y;
    case B_SHL:
        value = x << by;
        break;
    case B_SHR:
        return sign ? (uint64_t)((int64_t)x >> by) : x >> by;
    default:
        // Zero, or the least value by minus one.
        if (!y || (sign && y == (uint64_t)-1 && canonical(kind, -x) == x && x)) {
            e->guarded = true;
            y = 1;
        }
        if (e->a == B_DIV)
            return sign ? (uint64_t)((int64_t)x / (int64_t)y) : x / y;
        return sign ? (uint64_t)((int64_t)x % (int64_t)y) : x % y;
    }
    e->guarded |= overflow;
    return canonical(kind, value);
}

// Doubles have more than twice the digits of floats: rounding their results once more changes nothing.
static uint64_t
float_binary(int op, enum kind kind, uint64_t x, uint64_t y)
{
    double dx = as_real(kind, x), dy = as_real(kind, y);

    switch (op) {
    case B_ADD:
        return of_real(kind, dx + dy);
    case B_SUB:
        return of_real(kind, dx - dy);
    case B_MUL:
        return of_real(kind, dx * dy);
    default:
        return of_real(kind, dx / dy);
    }
}

uint64_t
fuzz_add(enum kind kind, uint64_t x, uint64_t y)
{
    return float_binary(B_ADD, kind, x, y);
}

static bool
compare(int op, enum kind kind, uint64_t x, uint64_t y)
{
    bool less, equal, ordered = true;

    if (is_float(kind)) {
        double dx = as_real(kind, x), dy = as_real(kind, y);

        less = dx < dy;
        equal = dx == dy;
        ordered = dx == dx && dy == dy;
    } else {
        less = is_signed(kind) ? (int64_t)x < (int64_t)y : x < y;
        equal = x == y;
    }
    switch (op) {
    case C_LT:
        return less;
    case C_LE:
        return less || equal;
    case C_GT:
        return ordered && !less && !equal;
    case C_GE:
        return ordered && !less;
    case C_EQ:
        return equal;
    default:
        return !equal;
    }
}

static bool
truth(enum kind kind, uint64_t value)
{
    return is_float(kind) ? as_real(kind, value) != 0 : value != 0;
}

static uint64_t
unary(struct expr *e, enum kind kind, uint64_t x)
{
    if (e->a == U_NOT)
        return canonical(kind, ~x);
    if (is_float(kind))
        return x ^ sign_of(kind);
    if (is_signed(kind) && x && canonical(kind, -x) == x)
        e->guarded = true;
    return canonical(kind, -x);
}

static void
reinterpret(enum kind from, int lanes, const uint64_t *in, enum kind to, int n, uint64_t *out)
{
    uint8_t bytes[MAX_LANES * 8];

    for (int i = 0; i < lanes; i++)
        store_lane(from, bytes + i * kind_bytes(from), canonical_nan(from, in[i]));
    for (int i = 0; i < n; i++)
        out[i] = load_lane(to, bytes + i * kind_bytes(to));
}

static void
call(struct machine *m, struct expr *e, uint64_t *out)
{
    struct kernel *k = m->kernel;
    const struct function *callee = &k->function[e->a];
    uint64_t value[MAX_PARAMETERS][MAX_LANES];
    uint8_t structs[MAX_PARAMETERS][2048];

    for (int i = 0; i < e->kids; i++) {
        type_id type = k->var[callee->parameter[i]].type;

        if (type < VECTOR_TYPES || k->var[callee->parameter[i]].storage == ROW) {
            fuzz_evaluate(m, e->kid[i], value[i]);
            continue;
        }
        assert(fuzz_type_bytes(k, type) <= (int)sizeof structs[i]);
        memcpy(structs[i], fuzz_place(m, e->kid[i]), (size_t)fuzz_type_bytes(k, type));
    }
    for (int i = 0; i < e->kids; i++) {
        const struct var *var = &k->var[callee->parameter[i]];
        uint8_t *at = m->item->frame + var->offset;

        if (var->storage == POINTER || var->storage == ROW) {
            memcpy(at, &value[i][0], sizeof value[i][0]);
            continue;
        }
        if (var->type >= VECTOR_TYPES) {
            memcpy(at, structs[i], (size_t)fuzz_type_bytes(k, var->type));
            continue;
        }
        for (int lane = 0; lane < fuzz_lanes(var->type); lane++)
            store_lane(fuzz_kind(var->type), at + lane * kind_bytes(fuzz_kind(var->type)), value[i][lane]);
    }
    memset(m->result, 0, sizeof m->result);
    fuzz_run_body(m, callee->body);
    memcpy(out, m->result, sizeof *out * (size_t)fuzz_lanes(e->type));
}

static void
build(struct machine *m, const struct expr *e, uint64_t *out)
{
    uint64_t part[MAX_LANES];

    for (int i = 0, at = 0; i < e->kids; i++) {
        int n = fuzz_lanes(m->kernel->expr[e->kid[i]].type);

        fuzz_evaluate(m, e->kid[i], part);
        memcpy(out + at, part, sizeof *out * (size_t)n);
        at += n;
    }
}

static void
conditional(struct machine *m, const struct expr *e, uint64_t *out)
{
    uint64_t c[MAX_LANES], x[MAX_LANES], y[MAX_LANES];
    type_id type = m->kernel->expr[e->kid[0]].type;
    int bits = 8 * kind_bytes(fuzz_kind(type));

    fuzz_evaluate(m, e->kid[0], c);
    if (fuzz_lanes(type) == 1) {
        fuzz_evaluate(m, e->kid[c[0] ? 1 : 2], out);
        return;
    }
    fuzz_evaluate(m, e->kid[1], x);
    fuzz_evaluate(m, e->kid[2], y);
    for (int i = 0; i < fuzz_lanes(e->type); i++)
        out[i] = c[i] >> (bits - 1) & 1 ? x[i] : y[i];
}

static void
logic(struct machine *m, const struct expr *e, uint64_t *out)
{
    uint64_t x[MAX_LANES], y[MAX_LANES];
    enum kind kind = fuzz_kind(m->kernel->expr[e->kid[0]].type);
    int n = fuzz_lanes(e->type);

    fuzz_evaluate(m, e->kid[0], x);
    if (n == 1) {
        out[0] = truth(kind, x[0]);
        if (out[0] != (uint64_t)e->a) {
            fuzz_evaluate(m, e->kid[1], y);
            out[0] = truth(fuzz_kind(m->kernel->expr[e->kid[1]].type), y[0]);
        }
        return;
    }
    fuzz_evaluate(m, e->kid[1], y);
    for (int i = 0; i < n; i++)
        out[i] = (uint64_t)-(int64_t)(e->a ? x[i] || y[i] : x[i] && y[i]);
}

static void
vload(struct machine *m, struct expr *e, uint64_t *out)
{
    const struct expr *buffer = &m->kernel->expr[e->kid[0]];
    int n = fuzz_lanes(e->type);
    uint64_t index[MAX_LANES];
    size_t at;

    fuzz_evaluate(m, e->kid[1], index);
    at = fuzz_wrap_index(fuzz_kind(m->kernel->expr[e->kid[1]].type), index[0], element_count(m, buffer) / (size_t)n,
                         &e->guarded);
    fuzz_load(m, e->type, fuzz_place(m, e->kid[0]) + at * (size_t)(n * kind_bytes(fuzz_kind(e->type))), out);
}

static void
pointer(struct machine *m, struct expr *e, uint64_t *out)
{
    const struct kernel *k = m->kernel;
    const struct row row = fuzz_row(k, e->a);
    uint64_t index[MAX_LANES];
    uint8_t *to;

    fuzz_evaluate(m, e->kid[0], index);
    to = row_base(m, &k->var[e->a]);
    to += (size_t)fuzz_type_bytes(k, row.element) *
          fuzz_wrap_index(fuzz_kind(k->expr[e->kid[0]].type), index[0], (size_t)(row.count - e->b + 1), &e->guarded);
    memset(out, 0, sizeof *out);
    memcpy(out, &to, sizeof to);
}

// Operators that work lane by lane.
static void
elementwise(struct machine *m, struct expr *e, uint64_t *out)
{
    uint64_t in[MAX_KIDS][MAX_LANES];
    enum kind kind = fuzz_kind(m->kernel->expr[e->kid[0]].type);
    int n = fuzz_lanes(e->type);

    for (int i = 0; i < e->kids; i++)
        fuzz_evaluate(m, e->kid[i], in[i]);
    switch (e->op) {
    case E_UNARY:
        for (int i = 0; i < n; i++)
            out[i] = e->a != U_LNOT ? unary(e, kind, in[0][i]) : (uint64_t)!truth(kind, in[0][i]) * (n > 1 ? -1ULL : 1);
        break;
    case E_BINARY:
        for (int i = 0; i < n; i++)
            out[i] = is_float(kind) ? float_binary(e->a, kind, in[0][i], in[1][i])
                                    : integer_binary(e, kind, in[0][i], in[1][i]);
        break;
    case E_COMPARE:
        for (int i = 0; i < n; i++)
            out[i] = compare(e->a, kind, in[0][i], in[1][i]) ? (n > 1 ? -1ULL : 1) : 0;
        break;
    case E_CONVERT:
        for (int i = 0; i < n; i++) {
            bool exact;

            out[i] = fuzz_convert(kind, fuzz_kind(e->type), e->a, in[0][i], &exact);
            e->guarded |= !exact;
        }
        break;
    default:
        fuzz_evaluate_builtin(m->kernel, e, in, out);
    }
}

void
fuzz_evaluate(struct machine *m, int at, uint64_t *out)
{
    struct kernel *k = m->kernel;
    struct expr *e = &k->expr[at];
    uint64_t value[MAX_LANES];

    m->fuel--;
    switch (e->op) {
    case E_CONST:
        memcpy(out, &k->constant[e->a], sizeof *out * (size_t)fuzz_lanes(e->type));
        break;
    case E_VAR:
    case E_ELEMENT:
    case E_FIELD:
    case E_DEREF:
    case E_ROW:
        fuzz_load(m, e->type, fuzz_place(m, at), out);
        break;
    case E_POINTER:
        pointer(m, e, out);
        break;
    case E_ADDRESS: {
        uint8_t *to = fuzz_place(m, e->kid[0]);

        memset(out, 0, sizeof *out);
        memcpy(out, &to, sizeof to);
        break;
    }
    case E_SWIZZLE:
        fuzz_evaluate(m, e->kid[0], value);
        for (int i = 0; i < fuzz_lanes(e->type); i++)
            out[i] = value[e->lane[i]];
        break;
    case E_OWN:
        out[0] = own_element(m, e);
        break;
    case E_SLOT:
        out[0] = k->var[e->a].last_first ? m->count - 1 - m->item->local_linear : m->item->local_linear;
        out[0] *= k->var[e->a].slice ? (uint64_t)k->var[e->a].slice : 1;
        break;
    case E_ITEM:
        out[0] = item_function(m, e->a, e->b);
        break;
    case E_LOGIC:
        logic(m, e, out);
        break;
    case E_COND:
        conditional(m, e, out);
        break;
    case E_AS:
        fuzz_evaluate(m, e->kid[0], value);
        reinterpret(fuzz_kind(k->expr[e->kid[0]].type), fuzz_lanes(k->expr[e->kid[0]].type), value, fuzz_kind(e->type),
                    fuzz_lanes(e->type), out);
        break;
    case E_SPLAT:
        fuzz_evaluate(m, e->kid[0], value);
        for (int i = 0; i < fuzz_lanes(e->type); i++)
            out[i] = value[0];
        break;
    case E_BUILD:
        build(m, e, out);
        break;
    case E_CALL:
        call(m, e, out);
        break;
    case E_VLOAD:
        vload(m, e, out);
        break;
    case E_COMMA:
        fuzz_evaluate(m, e->kid[1], value);
        fuzz_assign(m, e->kid[0], value);
        fuzz_evaluate(m, e->kid[2], out);
        break;
    default:
        elementwise(m, e, out);
    }
}
