// SPDX-License-Identifier: Apache-2.0
// Expressions as OpenCL C, of exactly the type they have in the tree.
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "conformance/fuzz/print.h"
#include "conformance/fuzz/value.h"

static const char *const kind_names[KINDS] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                              "long", "ulong", "half",  "float",  "double"};

void
fuzz_text_add(struct text *text, const char *format, ...)
{
    va_list list;
    int length;

    va_start(list, format);
    length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (text->length + (size_t)length + 1 > text->capacity) {
        text->capacity = 2 * text->capacity + (size_t)length + 4096;
        text->data = realloc(text->data, text->capacity);
        if (!text->data)
            abort();
    }
    va_start(list, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, list);
    va_end(list);
    text->length += (size_t)length;
}

void
fuzz_indent(struct printer *p, int depth)
{
    OUT("%*s", 2 * depth, "");
}

void
fuzz_print_type(struct printer *p, type_id type)
{
    if (type >= VECTOR_TYPES) {
        const struct aggregate *aggregate = &p->kernel->aggregate[type - VECTOR_TYPES];

        p->structs[type - VECTOR_TYPES] = true;
        if (aggregate->is_struct)
            OUT("struct S%" PRIu64 "_%d", p->kernel->seed, type - VECTOR_TYPES);
        else
            fuzz_print_type(p, aggregate->element);
        return;
    }
    OUT("%s", kind_names[fuzz_kind(type)]);
    if (fuzz_lanes(type) > 1)
        OUT("%d", fuzz_lanes(type));
}

void
fuzz_print_scalar(struct text *text, enum kind kind, uint64_t value)
{
    static const char *const suffix[KINDS] = {"", "", "", "", "", "u", "L", "UL", "h", "f", ""};

    if (is_float(kind)) {
        double d = as_real(kind, value);

        if (!isfinite(d))
            fuzz_text_add(text, "as_%s((%s)0x%" PRIx64 "UL)", kind_names[kind],
                          kind_names[unsigned_kind(mask_kind(kind))], value);
        else
            fuzz_text_add(text, signbit(d) ? "(%a%s)" : "%a%s", d, suffix[kind]);
        return;
    }
    if (kind < I32)
        fuzz_text_add(text, "(%s)", kind_names[kind]);
    if (!is_signed(kind))
        fuzz_text_add(text, "%" PRIu64 "%s", value, suffix[kind]);
    else if ((int64_t)value >= 0)
        fuzz_text_add(text, "%" PRId64 "%s", (int64_t)value, suffix[kind]);
    else if (value << (65 - 8 * kind_bytes(kind)) != 0 || kind < I32)
        fuzz_text_add(text, "(%" PRId64 "%s)", (int64_t)value, suffix[kind]);
    else // the least value has no literal
        fuzz_text_add(text, "(-%" PRId64 "%s - 1)", -((int64_t)value + 1), suffix[kind]);
}

static void
print_constant(struct printer *p, const struct expr *e)
{
    const uint64_t *lanes = &p->kernel->constant[e->a];

    if (fuzz_lanes(e->type) > 1) {
        OUT("(");
        fuzz_print_type(p, e->type);
        OUT(")(");
    }
    for (int i = 0; i < fuzz_lanes(e->type); i++) {
        OUT("%s", i ? ", " : "");
        fuzz_print_scalar(p->text, fuzz_kind(e->type), lanes[i]);
    }
    if (fuzz_lanes(e->type) > 1)
        OUT(")");
}

void
fuzz_print_index(struct printer *p, int at, size_t count, bool guarded)
{
    enum kind kind = fuzz_kind(p->kernel->expr[at].type);

    if (!guarded) {
        fuzz_print_expr(p, at);
        return;
    }
    if (!(count & (count - 1))) {
        OUT("(");
        fuzz_print_expr(p, at);
        OUT(" & %zu)", count - 1);
        return;
    }
    OUT("((%s)", kind_names[unsigned_kind(kind)]);
    fuzz_print_expr(p, at);
    OUT(" %% %zuu)", count);
}

static size_t
element_count(const struct printer *p, const struct expr *array)
{
    if (array->op == E_VAR) {
        const struct var *var = &p->kernel->var[array->a];

        if (fuzz_is_buffer(var) || var->storage == LOCAL_MEMORY)
            return fuzz_elements(p->kernel, var);
    }
    return (size_t)p->kernel->aggregate[array->type - VECTOR_TYPES].count;
}

void
fuzz_print_local_linear(struct printer *p)
{
    static const char *const sums[] = {
        "get_local_id(0)", "(get_local_id(1) * get_local_size(0) + get_local_id(0))",
        "((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0))"};
    int dimensions = p->kernel->range.dimensions;

    OUT("%s", dimensions > 1 && p->kernel->version >= 20 ? "get_local_linear_id()" : sums[dimensions - 1]);
}

void
fuzz_print_local_total(struct printer *p)
{
    static const char *const products[] = {"get_local_size(0)", "(get_local_size(0) * get_local_size(1))",
                                           "(get_local_size(0) * get_local_size(1) * get_local_size(2))"};

    OUT("%s", products[p->kernel->range.dimensions - 1]);
}

static void
print_position(struct printer *p, int d)
{
    if (p->kernel->range.offset[d])
        OUT("(get_global_id(%d) - get_global_offset(%d))", d, d);
    else
        OUT("get_global_id(%d)", d);
}

void
fuzz_print_linear(struct printer *p, bool last_first)
{
    int dimensions = p->kernel->range.dimensions, first = last_first ? 0 : dimensions - 1;

    for (int i = 1; i < dimensions; i++)
        OUT("(");
    print_position(p, first);
    for (int i = 1; i < dimensions; i++) {
        int d = last_first ? i : dimensions - 1 - i;

        OUT(" * get_global_size(%d) + ", d);
        print_position(p, d);
        OUT(")");
    }
}

// Index kinds and spellings by style, so that every way to reach one's own element is met.
static void
print_own(struct printer *p, const struct expr *e)
{
    static const char *const casts[] = {"", "(uint)", "(int)", "(long)"};
    const struct var *var = &p->kernel->var[e->a];
    size_t items = fuzz_items(p->kernel);
    const char *cast = casts[e->style & 3];
    bool spelled = e->style & 4;

    OUT("(");
    if (var->layout == STRIDED && var->slice > 1) {
        fuzz_print_index(p, e->kid[0], (size_t)var->slice, e->guarded);
        OUT(" * %zu + ", items);
    }
    if (var->layout == REVERSED)
        OUT("(%zu - ", items - 1);
    OUT("%s", cast);
    if (spelled) {
        fuzz_print_linear(p, var->last_first);
    } else {
        p->linear[var->last_first] = true;
        OUT("linear%d", var->last_first);
    }
    if (var->layout == REVERSED)
        OUT(")");
    if (var->layout != STRIDED && var->slice > 1) {
        OUT(" * %d + ", var->slice);
        fuzz_print_index(p, e->kid[0], (size_t)var->slice, e->guarded);
    }
    OUT(")");
}

static void
print_swizzle(struct printer *p, const struct expr *e)
{
    int n = fuzz_lanes(e->type), from = fuzz_lanes(p->kernel->expr[e->kid[0]].type);

    fuzz_print_expr(p, e->kid[0]);
    if (e->style && 2 * n == from && from >= 4) {
        static const struct {
            const char *name;
            int first, step;
        } halves[] = {{"lo", 0, 1}, {"hi", -1, 1}, {"even", 0, 2}, {"odd", 1, 2}};

        for (size_t h = 0; h < 4; h++) {
            bool same = true;

            for (int i = 0; i < n; i++)
                same &= e->lane[i] == (halves[h].first < 0 ? n : halves[h].first) + halves[h].step * i;
            if (same) {
                OUT(".%s", halves[h].name);
                return;
            }
        }
    }
    OUT(e->style && from <= 4 ? "." : ".s");
    for (int i = 0; i < n; i++)
        OUT("%c", (e->style && from <= 4 ? "xyzw" : "0123456789abcdef")[e->lane[i]]);
}

static void
print_typed_call(struct printer *p, const char *prefix, type_id type, const char *suffix)
{
    OUT("%s", prefix);
    fuzz_print_type(p, type);
    OUT("%s(", suffix);
}

static void
print_two(struct printer *p, const char *before, int a, const char *between, int b, const char *after)
{
    OUT("%s", before);
    fuzz_print_expr(p, a);
    OUT("%s", between);
    fuzz_print_expr(p, b);
    OUT("%s", after);
}

static void
print_integer_binary(struct printer *p, const struct expr *e, const char *operator)
{
    enum kind kind = fuzz_kind(e->type);
    int bits = 8 * kind_bytes(kind);
    bool vector = fuzz_lanes(e->type) > 1, narrow = bits < 32;
    const char *type = kind_names[kind];

    if (e->a == B_DIV || e->a == B_MOD) {
        if (e->guarded) {
            p->needed[e->type][e->a == B_DIV ? PRELUDE_DIV : PRELUDE_MOD] = true;
            print_typed_call(p, e->a == B_DIV ? "div_" : "mod_", e->type, "");
            print_two(p, "", e->kid[0], ", ", e->kid[1], ")");
            return;
        }
    } else if (e->a == B_SHL || e->a == B_SHR) {
        bool bare = e->style && (vector || !narrow); // the language takes the amount modulo the width
        bool wraps = e->a == B_SHL && !vector && is_signed(kind);

        if (!vector && (narrow || wraps))
            OUT("(%s)", type);
        OUT("(");
        if (wraps)
            OUT("(%s)", bits == 64 ? "ulong" : "uint");
        fuzz_print_expr(p, e->kid[0]);
        OUT(" %s %s", operator, bare ? "" : "(");
        fuzz_print_expr(p, e->kid[1]);
        if (!bare) {
            OUT(" & ");
            fuzz_print_scalar(p->text, kind, (uint64_t)(bits - 1));
            OUT(")");
        }
        OUT(")");
        return;
    } else if (e->guarded && vector) {
        type_id other = fuzz_vector(unsigned_kind(kind), fuzz_lanes(e->type));

        print_typed_call(p, "as_", e->type, "");
        print_typed_call(p, "as_", other, "");
        fuzz_print_expr(p, e->kid[0]);
        OUT(") %s ", operator);
        print_typed_call(p, "as_", other, "");
        fuzz_print_expr(p, e->kid[1]);
        OUT("))");
        return;
    } else if (e->guarded) {
        const char *other = bits == 64 ? "ulong" : "uint";

        OUT("(%s)((%s)", type, other);
        fuzz_print_expr(p, e->kid[0]);
        OUT(" %s (%s)", operator, other);
        fuzz_print_expr(p, e->kid[1]);
        OUT(")");
        return;
    }
    if (narrow && !vector)
        OUT("(%s)", type);
    OUT("(");
    fuzz_print_expr(p, e->kid[0]);
    OUT(" %s ", operator);
    fuzz_print_expr(p, e->kid[1]);
    OUT(")");
}

static void
print_binary(struct printer *p, const struct expr *e)
{
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"};
    static const char *const wrong[] = {"-", "+", "+", "|", "&", "&"};
    const char *operator = operators[e->a];

    if (p->break_next && e->a < (is_float(fuzz_kind(e->type)) ? B_AND : B_SHL)) {
        operator = wrong[e->a];
        p->break_next = false;
    }
    if (is_float(fuzz_kind(e->type))) {
        OUT("(");
        fuzz_print_expr(p, e->kid[0]);
        OUT(" %s ", operator);
        fuzz_print_expr(p, e->kid[1]);
        OUT(")");
        return;
    }
    print_integer_binary(p, e, operator);
}

static void
print_unary(struct printer *p, const struct expr *e)
{
    enum kind kind = fuzz_kind(e->type);
    bool vector = fuzz_lanes(e->type) > 1;

    if (e->a == U_NEG && e->guarded) {
        if (vector) {
            print_typed_call(p, "as_", e->type, "");
            print_typed_call(p, "-as_", fuzz_vector(unsigned_kind(kind), fuzz_lanes(e->type)), "");
        } else {
            OUT("(%s)(-(%s)(", kind_names[kind], kind_bytes(kind) == 8 ? "ulong" : "uint");
        }
        fuzz_print_expr(p, e->kid[0]);
        OUT("))");
        return;
    }
    if (e->a != U_LNOT && !vector && kind < I32)
        OUT("(%s)", kind_names[kind]);
    OUT("(%c", "-~!"[e->a]);
    fuzz_print_expr(p, e->kid[0]);
    OUT(")");
}

static void
print_convert(struct printer *p, const struct expr *e)
{
    enum kind from = fuzz_kind(p->kernel->expr[e->kid[0]].type), to = fuzz_kind(e->type);
    bool saturate = !is_float(to) && (e->a || (is_float(from) && e->guarded));

    if (!saturate && e->style && fuzz_lanes(e->type) == 1) {
        OUT("((%s)", kind_names[to]);
        fuzz_print_expr(p, e->kid[0]);
        OUT(")");
        return;
    }
    print_typed_call(p, "convert_", e->type, saturate ? "_sat" : "");
    fuzz_print_expr(p, e->kid[0]);
    OUT(")");
}

// Which NaN an operation gave must not be seen.
static void
print_canonical(struct printer *p, type_id to, int at)
{
    type_id from = p->kernel->expr[at].type;

    print_typed_call(p, "as_", to, "");
    if (is_float(fuzz_kind(from))) {
        p->needed[from][PRELUDE_CANONICAL] = true;
        print_typed_call(p, "canonical_", from, "");
        fuzz_print_expr(p, at);
        OUT("))");
        return;
    }
    fuzz_print_expr(p, at);
    OUT(")");
}

static void
print_builtin(struct printer *p, const struct expr *e)
{
    static const char *const names[BUILTINS] = {
        "abs",  "abs_diff", "add_sat",  "sub_sat", "hadd",  "rhadd",    "mul_hi",    "mad_hi", "mad_sat", "rotate",
        "clz",  "popcount", "min",      "max",     "clamp", "upsample", "bitselect", "select", "shuffle", "shuffle2",
        "any",  "all",      "fma",      "sqrt",    "fabs",  "fmin",     "fmax",      "floor",  "ceil",    "trunc",
        "rint", "round",    "copysign", "isnan",   "isinf", "isequal",  "isless"};
    static const char *const zeros[] = {" + 0.0h", " + 0.0f", " + 0.0"};
    const char *zero = e->a == F_FMIN || e->a == F_FMAX ? zeros[fuzz_kind(e->type) - F16] : "";

    OUT("%s(", names[e->a]);
    if (e->a == F_CLAMP) {
        fuzz_print_expr(p, e->kid[0]);
        print_two(p, ", min(", e->kid[1], ", ", e->kid[2], ")");
        print_two(p, ", max(", e->kid[1], ", ", e->kid[2], "))");
        return;
    }
    for (int i = 0; i < e->kids; i++) {
        OUT("%s", i ? ", " : "");
        if (e->a == F_COPYSIGN && i == 1)
            print_canonical(p, e->type, e->kid[i]);
        else
            fuzz_print_expr(p, e->kid[i]);
        OUT("%s", zero); // no negative zero: which of two zeros is less is not said
    }
    OUT(")");
}

static void
print_vload(struct printer *p, const struct expr *e)
{
    const struct expr *buffer = &p->kernel->expr[e->kid[0]];
    const struct var *var = &p->kernel->var[buffer->a];
    int n = fuzz_lanes(e->type);

    if (n == 3 || var->storage != INPUT || !e->style) {
        OUT("vload%d(", n);
        fuzz_print_index(p, e->kid[1], fuzz_elements(p->kernel, var) / (size_t)n, e->guarded);
        OUT(", v%d)", buffer->a);
        return;
    }
    OUT("((%s", var->qualifier == 2 ? "constant " : "global const ");
    fuzz_print_type(p, e->type);
    OUT(" *)v%d)[", buffer->a);
    fuzz_print_index(p, e->kid[1], fuzz_elements(p->kernel, var) / (size_t)n, e->guarded);
    OUT("]");
}

static void
print_list(struct printer *p, const struct expr *e)
{
    for (int i = 0; i < e->kids; i++) {
        OUT("%s", i ? ", " : "");
        fuzz_print_expr(p, e->kid[i]);
    }
    OUT(")");
}

static void
print_operation(struct printer *p, const struct expr *e)
{
    static const char *const comparisons[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};
    static const char *const items[] = {"get_global_id",     "get_local_id",         "get_group_id",
                                        "get_global_size",   "get_local_size",       "get_num_groups",
                                        "get_global_offset", "get_global_linear_id", "get_local_linear_id"};
    bool narrow = e->type >= 0 && e->type < VECTOR_TYPES && fuzz_lanes(e->type) == 1 && fuzz_kind(e->type) < I32;

    switch (e->op) {
    case E_ITEM:
        if (e->a == GLOBAL_LINEAR && p->kernel->version < 20)
            fuzz_print_linear(p, false);
        else if (e->a == LOCAL_LINEAR && p->kernel->version < 20)
            fuzz_print_local_linear(p);
        else if (e->a >= GLOBAL_LINEAR)
            OUT("%s()", items[e->a]);
        else
            OUT("%s(%d)", items[e->a], e->b);
        break;
    case E_UNARY:
        print_unary(p, e);
        break;
    case E_BINARY:
        print_binary(p, e);
        break;
    case E_COMPARE:
        print_two(p, "(", e->kid[0], comparisons[e->a], e->kid[1], ")");
        break;
    case E_LOGIC:
        print_two(p, "(", e->kid[0], e->a ? " || " : " && ", e->kid[1], ")");
        break;
    case E_COND:
        if (narrow)
            OUT("(%s)", kind_names[fuzz_kind(e->type)]);
        OUT("(");
        fuzz_print_expr(p, e->kid[0]);
        print_two(p, " ? ", e->kid[1], " : ", e->kid[2], ")");
        break;
    case E_CONVERT:
        print_convert(p, e);
        break;
    case E_AS:
        print_canonical(p, e->type, e->kid[0]);
        break;
    case E_SPLAT:
    case E_BUILD:
        OUT("(");
        print_typed_call(p, "(", e->type, ")");
        print_list(p, e);
        OUT(")");
        break;
    case E_BUILTIN:
        print_builtin(p, e);
        break;
    case E_CALL:
        OUT("f%" PRIu64 "_%d(", p->kernel->seed, e->a);
        print_list(p, e);
        break;
    case E_VLOAD:
        print_vload(p, e);
        break;
    case E_COMMA:
        OUT("(");
        if (fuzz_print_row_store(p, e->kid[0], e->kid[1]))
            OUT(", ");
        else
            print_two(p, "", e->kid[0], " = ", e->kid[1], ", ");
        fuzz_print_expr(p, e->kid[2]);
        OUT(")");
        break;
    default:
        assert(!"an expression");
    }
}

void
fuzz_print_expr(struct printer *p, int at)
{
    const struct expr *e = &p->kernel->expr[at];

    switch (e->op) {
    case E_CONST:
        if (fuzz_lanes(e->type) > 1)
            OUT("(");
        print_constant(p, e);
        if (fuzz_lanes(e->type) > 1)
            OUT(")");
        break;
    case E_VAR:
        OUT(p->kernel->var[e->a].is_bool ? "((int)v%d)" : "v%d", e->a);
        break;
    case E_ROW:
        fuzz_print_row(p, e);
        break;
    case E_POINTER:
        fuzz_print_pointer(p, e);
        break;
    case E_ELEMENT:
        fuzz_print_expr(p, e->kid[0]);
        OUT("[");
        fuzz_print_index(p, e->kid[1], element_count(p, &p->kernel->expr[e->kid[0]]), e->guarded);
        OUT("]");
        break;
    case E_FIELD:
        fuzz_print_expr(p, e->kid[0]);
        OUT(".m%d", e->a);
        break;
    case E_DEREF:
        OUT("(*v%d)", e->a);
        break;
    case E_ADDRESS:
        OUT("&");
        fuzz_print_expr(p, e->kid[0]);
        break;
    case E_SWIZZLE:
        print_swizzle(p, e);
        break;
    case E_OWN:
        print_own(p, e);
        break;
    case E_SLOT:
        if (p->kernel->var[e->a].slice)
            OUT("(%d * ", p->kernel->var[e->a].slice);
        if (p->kernel->var[e->a].last_first) {
            OUT("(");
            fuzz_print_local_total(p);
            OUT(" - 1 - ");
            fuzz_print_local_linear(p);
            OUT(")");
        } else {
            fuzz_print_local_linear(p);
        }
        if (p->kernel->var[e->a].slice)
            OUT(")");
        break;
    default:
        print_operation(p, e);
    }
}
