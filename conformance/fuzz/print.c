// SPDX-License-Identifier: Apache-2.0
// Kernels as OpenCL C programs.
#include "conformance/fuzz/print.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/fuzz/value.h"

static void print_body(struct printer *p, int list, int depth);

static void
print_braced(struct printer *p, int list, int depth)
{
    OUT("{\n");
    print_body(p, list, depth + 1);
    fuzz_indent(p, depth);
    OUT("}");
}

static void
print_declaration(struct printer *p, const struct stmt *s, int depth)
{
    const struct var *var = &p->kernel->var[s->a];
    const struct aggregate *array = var->type < VECTOR_TYPES ? NULL : &p->kernel->aggregate[var->type - VECTOR_TYPES];

    OUT("%s", var->is_volatile ? "volatile " : "");
    if (var->is_bool)
        OUT("bool");
    else
        fuzz_print_type(p, var->type);
    OUT(" v%d", s->a);
    if (array && !array->is_struct) {
        OUT("[%d]", array->count);
        if (var->align)
            OUT(" __attribute__((aligned(%d)))", var->align);
        if (s->op == S_DECLARE) {
            OUT(" = {");
            for (int i = 0; i < MAX_KIDS && s->e[i]; i++) {
                OUT("%s", i ? ", " : "");
                fuzz_print_expr(p, s->e[i]);
            }
            OUT("};\n");
            return;
        }
        OUT(";\n");
        fuzz_indent(p, depth);
        OUT("for (");
        fuzz_print_type(p, p->kernel->var[s->b].type);
        OUT(" v%d = 0; v%d < %d; v%d++)\n", s->b, s->b, array->count, s->b);
        fuzz_indent(p, depth + 1);
        OUT("v%d[v%d] = ", s->a, s->b);
        fuzz_print_expr(p, s->e[0]);
        OUT(";\n");
        return;
    }
    OUT(" = ");
    fuzz_print_expr(p, s->e[0]);
    OUT(";\n");
}

static void
print_assignment(struct printer *p, const struct stmt *s)
{
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"};
    const struct expr *value = &p->kernel->expr[s->e[1]];

    if (fuzz_print_row_store(p, s->e[0], s->e[1])) {
        OUT(";\n");
        return;
    }
    if (p->kernel->expr[s->e[0]].op == E_VAR)
        OUT("v%d", p->kernel->expr[s->e[0]].a);
    else
        fuzz_print_expr(p, s->e[0]);
    if (s->style && value->op == E_BINARY && !value->guarded && value->a != B_SHL && value->a != B_SHR &&
        !p->break_next && fuzz_same_expr(p->kernel, s->e[0], value->kid[0])) {
        OUT(" %s= ", operators[value->a]);
        fuzz_print_expr(p, value->kid[1]);
    } else {
        OUT(" = ");
        fuzz_print_expr(p, s->e[1]);
    }
    OUT(";\n");
}

static void
print_vstore(struct printer *p, const struct stmt *s)
{
    type_id type = p->kernel->expr[s->e[0]].type;
    int n = fuzz_lanes(type);

    switch (n == 3 ? s->style & 1 : s->style % 3) {
    case 0:
        OUT("vstore%d(", n);
        fuzz_print_expr(p, s->e[0]);
        OUT(", 0, v%d + ", s->a);
        fuzz_print_expr(p, s->e[1]);
        OUT(");\n");
        break;
    case 1:
        OUT("vstore%d(", n);
        fuzz_print_expr(p, s->e[0]);
        OUT(", ");
        fuzz_print_expr(p, s->e[1]);
        OUT(" / %d, v%d);\n", n, s->a);
        break;
    default:
        OUT("*(global ");
        fuzz_print_type(p, type);
        OUT(" *)(v%d + ", s->a);
        fuzz_print_expr(p, s->e[1]);
        OUT(") = ");
        fuzz_print_expr(p, s->e[0]);
        OUT(";\n");
    }
}

static const char *const atomics[] = {"", "add", "min", "max", "or", "xor", "and"};

static void
print_fetch(struct printer *p, const struct stmt *s)
{
    fuzz_print_type(p, p->kernel->var[s->a].type);
    OUT(" v%d = atomic_%s(&", s->a, atomics[s->b]);
    fuzz_print_expr(p, s->e[0]);
    OUT(", ");
    fuzz_print_expr(p, s->e[1]);
    OUT(");\n");
}

static void
print_atomic(struct printer *p, const struct stmt *s)
{
    const struct var *var = &p->kernel->var[s->a];
    const struct expr *value = &p->kernel->expr[s->e[1]];
    uint64_t one = value->op == E_CONST ? p->kernel->constant[value->a] : 0;
    bool step = var->atomic == ATOMIC_ADD && value->op == E_CONST && (one == 1 || canonical(I32, one) == (uint64_t)-1);

    if (step)
        OUT("atomic_%s(&v%d[", one == 1 ? "inc" : "dec", s->a);
    else
        OUT("atomic_%s(&v%d[", atomics[var->atomic], s->a);
    fuzz_print_index(p, s->e[0], (size_t)var->count, p->kernel->expr[s->e[0]].guarded);
    OUT("]");
    if (!step) {
        OUT(", ");
        fuzz_print_expr(p, s->e[1]);
    }
    OUT(");\n");
}

static void
print_loop(struct printer *p, const struct stmt *s, int depth)
{
    const struct kernel *k = p->kernel;

    if (s->style != LOOP_FOR) {
        OUT("{\n");
        fuzz_indent(p, ++depth);
    } else {
        OUT("for (");
    }
    fuzz_print_type(p, k->var[s->a].type);
    OUT(" v%d = ", s->a);
    if (s->e[0])
        fuzz_print_expr(p, s->e[0]);
    else
        OUT("0");
    if (s->style == LOOP_FOR) {
        OUT("; v%d < ", s->a);
        fuzz_print_expr(p, s->e[1]);
        if (s->e[2]) {
            OUT(" && ");
            fuzz_print_expr(p, s->e[2]);
        }
        if (s->b == 1)
            OUT("; v%d++) ", s->a);
        else
            OUT("; v%d += %d) ", s->a, s->b);
        print_braced(p, s->body[0], depth);
        OUT("\n");
        return;
    }
    OUT(";\n");
    fuzz_indent(p, depth);
    if (s->style == LOOP_WHILE) {
        OUT("while (v%d < ", s->a);
        fuzz_print_expr(p, s->e[1]);
        if (s->e[2]) {
            OUT(" && ");
            fuzz_print_expr(p, s->e[2]);
        }
        OUT(") {\n");
        fuzz_indent(p, depth + 1);
        OUT("v%d += %d;\n", s->a, s->b);
        print_body(p, s->body[0], depth + 1);
        fuzz_indent(p, depth);
        OUT("}\n");
    } else {
        OUT("do ");
        print_braced(p, s->body[0], depth);
        OUT(" while ((v%d += %d) < ", s->a, s->b);
        fuzz_print_expr(p, s->e[1]);
        if (s->e[2]) {
            OUT(" && ");
            fuzz_print_expr(p, s->e[2]);
        }
        OUT(");\n");
    }
    fuzz_indent(p, depth - 1);
    OUT("}\n");
}

static void
print_switch(struct printer *p, const struct stmt *s, int depth)
{
    OUT("switch (");
    fuzz_print_expr(p, s->e[0]);
    OUT(") {\n");
    for (int at = s->body[0]; at; at = p->kernel->stmt[at].next) {
        const struct stmt *c = &p->kernel->stmt[at];

        fuzz_indent(p, depth);
        if (c->b)
            OUT("default: ");
        else
            OUT("case %d: ", c->a);
        print_braced(p, c->body[0], depth);
        OUT(c->style ? "\n" : " break;\n");
    }
    fuzz_indent(p, depth);
    OUT("}\n");
}

static void
print_go(struct printer *p, int condition, int at, char label, int depth)
{
    fuzz_indent(p, depth);
    OUT("if (");
    fuzz_print_expr(p, condition);
    OUT(") goto L%d%c;\n", at, label);
}

static void
print_irreducible(struct printer *p, const struct stmt *s, int at, int depth)
{
    OUT("{\n");
    fuzz_indent(p, depth + 1);
    fuzz_print_type(p, p->kernel->var[s->a].type);
    OUT(" v%d = 0;\n", s->a);
    print_go(p, s->e[0], at, 'b', depth + 1);
    OUT("L%da: ", at);
    print_braced(p, s->body[0], depth + 1);
    OUT("\n");
    if (s->style) {
        fuzz_indent(p, depth + 1);
        OUT("if (++v%d >= %d) goto L%de;\n", s->a, s->b, at);
        print_go(p, s->e[1], at, 'a', depth + 1);
    }
    OUT("L%db: ", at);
    print_braced(p, s->body[1], depth + 1);
    OUT("\n");
    fuzz_indent(p, depth + 1);
    OUT("if (++v%d >= %d) goto L%de;\n", s->a, s->b, at);
    print_go(p, s->e[s->style ? 2 : 1], at, 'a', depth + 1);
    if (s->style) {
        fuzz_indent(p, depth + 1);
        OUT("goto L%db;\n", at);
    } else {
        print_go(p, s->e[2], at, 'b', depth + 1);
    }
    OUT("L%de: ;\n", at);
    fuzz_indent(p, depth);
    OUT("}\n");
}

static void
print_walk(struct printer *p, const struct stmt *s, int at, int depth)
{
    const struct kernel *k = p->kernel;
    const struct var *buffer = &k->var[k->expr[s->e[2]].a];
    size_t room = 3 * (size_t)s->b;

    OUT("{\n");
    fuzz_indent(p, depth + 1);
    OUT("%s", buffer->qualifier == 2 ? "constant " : "global const ");
    fuzz_print_type(p, k->var[s->a].type);
    OUT(" *v%d = ", s->a);
    if (s->e[3]) {
        OUT("(");
        fuzz_print_expr(p, s->e[3]);
        OUT(" ? ");
    }
    fuzz_print_expr(p, s->e[2]);
    if (s->e[3])
        OUT(" : v%d)", s->c);
    OUT(" + ");
    fuzz_print_index(p, s->e[0], (size_t)buffer->count - room, k->expr[s->e[0]].guarded);
    if (s->style)
        OUT(" + %zu", room);
    OUT(";\n");
    fuzz_indent(p, depth + 1);
    OUT("for (int i%d = 0; i%d < %d; i%d++, v%d %s= ", at, at, s->b, at, s->a, s->style ? "-" : "+");
    fuzz_print_expr(p, s->e[1]);
    OUT(" & 3) ");
    print_braced(p, s->body[0], depth + 1);
    OUT("\n");
    fuzz_indent(p, depth);
    OUT("}\n");
}

static void
print_if(struct printer *p, const struct stmt *s, int depth)
{
    OUT("if (");
    fuzz_print_expr(p, s->e[0]);
    OUT(") ");
    print_braced(p, s->body[0], depth);
    if (s->body[1]) {
        OUT(" else ");
        print_braced(p, s->body[1], depth);
    }
    OUT("\n");
}

static void
print_statement(struct printer *p, int at, int depth)
{
    const struct stmt *s = &p->kernel->stmt[at];

    fuzz_indent(p, depth);
    switch (s->op) {
    case S_DECLARE:
    case S_FILL:
        print_declaration(p, s, depth);
        break;
    case S_POINT:
        fuzz_print_point(p, s);
        break;
    case S_ASSIGN:
        print_assignment(p, s);
        break;
    case S_VSTORE:
        print_vstore(p, s);
        break;
    case S_ATOMIC:
        print_atomic(p, s);
        break;
    case S_FETCH:
        print_fetch(p, s);
        break;
    case S_IF:
        print_if(p, s, depth);
        break;
    case S_LOOP:
        print_loop(p, s, depth);
        break;
    case S_SWITCH:
        print_switch(p, s, depth);
        break;
    case S_BREAK:
        OUT("break;\n");
        break;
    case S_CONTINUE:
        OUT("continue;\n");
        break;
    case S_RETURN:
        OUT("return");
        if (s->e[0]) {
            OUT(" ");
            fuzz_print_expr(p, s->e[0]);
        }
        OUT(";\n");
        break;
    case S_LABELLED:
        print_braced(p, s->body[0], depth);
        OUT("\nL%d: ;\n", s->a);
        break;
    case S_GOTO:
        OUT("goto L%d;\n", s->a);
        break;
    case S_IRREDUCIBLE:
        print_irreducible(p, s, at, depth);
        break;
    case S_WALK:
        print_walk(p, s, at, depth);
        break;
    case S_BLOCK:
        print_braced(p, s->body[0], depth);
        OUT("\n");
        break;
    case S_BARRIER:
        OUT("barrier(CLK_LOCAL_MEM_FENCE);\n");
        break;
    case S_LOCAL_INIT:
        fuzz_print_local_init(p, s, depth);
        break;
    case S_REDUCTION:
        fuzz_print_reduction(p, s, at, depth);
        break;
    case S_COLLECTIVE:
        fuzz_print_collective(p, s);
        break;
    default:
        assert(!"a statement");
    }
}

static void
print_body(struct printer *p, int list, int depth)
{
    for (; list; list = p->kernel->stmt[list].next)
        print_statement(p, list, depth);
}

static void
print_struct(struct printer *p, int at)
{
    const struct aggregate *aggregate = &p->kernel->aggregate[at];

    OUT("struct S%" PRIu64 "_%d {\n", p->kernel->seed, at);
    for (int i = 0; i < aggregate->count; i++) {
        type_id field = aggregate->field[i];

        OUT("  ");
        fuzz_print_type(p, field);
        OUT(" m%d", i);
        if (field >= VECTOR_TYPES && !p->kernel->aggregate[field - VECTOR_TYPES].is_struct)
            OUT("[%d]", p->kernel->aggregate[field - VECTOR_TYPES].count);
        OUT(";\n");
    }
    OUT("};\n");
}

static void
print_table(struct printer *p, int at, const struct memory *memory)
{
    const struct var *var = &p->kernel->var[at];
    enum kind kind = fuzz_kind(var->type);

    OUT("constant ");
    fuzz_print_type(p, var->type);
    OUT(" v%d_%" PRIu64 "[%d] = {", at, p->kernel->seed, var->count);
    for (int i = 0; i < var->count; i++) {
        OUT("%s", i ? ", " : "");
        fuzz_print_scalar(p->text, kind, load_lane(kind, memory->buffer[at] + i * kind_bytes(kind)));
    }
    OUT("};\n#define v%d v%d_%" PRIu64 "\n", at, at, p->kernel->seed);
}

static void
print_parameter(struct printer *p, int at)
{
    static const char *const inputs[] = {"global const ", "global const ", "constant ", "global "};
    const struct var *var = &p->kernel->var[at];
    bool pointer = true;

    OUT("%s", var->is_volatile && var->storage != PRIVATE && var->storage != COUNTERS ? "volatile " : "");
    switch (var->storage) {
    case ROW:
        fuzz_print_pointer_type(p, var->space, var->type);
        OUT("v%d", at);
        return;
    case INPUT:
        OUT("%s", inputs[var->qualifier]);
        break;
    case OUTPUT:
        OUT("global ");
        break;
    case COUNTERS:
        OUT("volatile global ");
        break;
    case LOCAL_MEMORY:
        OUT("local ");
        break;
    default:
        pointer = var->storage == POINTER;
        OUT("%s", pointer && var->qualifier ? "global " : "");
    }
    fuzz_print_type(p, var->type);
    OUT(pointer ? " *%sv%d" : " %sv%d", var->storage == INPUT && var->qualifier == 1 ? "restrict " : "", at);
}

static void
print_helper(struct printer *p, int at)
{
    const struct function *function = &p->kernel->function[at];

    if (function->noinline)
        OUT("__attribute__((noinline%s)) ", function->is_const ? ", const" : "");
    fuzz_print_type(p, function->result);
    OUT(" f%" PRIu64 "_%d(", p->kernel->seed, at);
    for (int i = 0; i < function->parameters; i++) {
        OUT("%s", i ? ", " : "");
        print_parameter(p, function->parameter[i]);
    }
    OUT(") {\n");
    print_body(p, function->body, 1);
    OUT("}\n");
}

static void
print_kernel_head(struct printer *p, const struct used *used)
{
    const struct kernel *k = p->kernel;
    const char *separator = "";

    OUT("kernel ");
    if (k->range.required_size)
        OUT("__attribute__((reqd_work_group_size(%zu, %zu, %zu))) ", k->range.local[0], k->range.local[1],
            k->range.local[2]);
    OUT("void k%" PRIu64 "(", k->seed);
    for (int i = 1; i < k->vars; i++)
        if (used->var[i] && fuzz_is_parameter(&k->var[i])) {
            OUT("%s", separator);
            separator = ", ";
            print_parameter(p, i);
        }
    OUT(") {\n");
    for (int i = 1; i < k->vars; i++)
        if (used->var[i] && k->var[i].storage == LOCAL_MEMORY && !k->var[i].by_argument) {
            OUT("  %slocal ", k->var[i].is_volatile ? "volatile " : "");
            fuzz_print_type(p, k->var[i].type);
            OUT(" v%d[%d]", i, k->var[i].count);
            if (k->var[i].align)
                OUT(" __attribute__((aligned(%d)))", k->var[i].align);
            OUT(";\n");
        }
}

// Those that are named, after those they hold.
static void
print_structs(struct printer *p)
{
    const struct kernel *k = p->kernel;

    for (int i = k->aggregates - 1; i >= 0; i--)
        for (int f = 0; p->structs[i] && k->aggregate[i].is_struct && f < k->aggregate[i].count; f++)
            if (k->aggregate[i].field[f] >= VECTOR_TYPES)
                p->structs[k->aggregate[i].field[f] - VECTOR_TYPES] = true;
    for (int i = 0; i < k->aggregates; i++)
        if (p->structs[i] && k->aggregate[i].is_struct)
            print_struct(p, i);
}

static void
print_kernel(struct printer *p, bool broken)
{
    const struct kernel *k = p->kernel;
    struct text body = {0}, source = {0}, *text = p->text;
    struct used used;
    struct memory memory;

    fuzz_find_used(k, &used);
    fuzz_memory_init(&memory, k);
    memset(p->structs, 0, sizeof p->structs);
    p->text = &source;
    for (int i = 1; i < k->vars; i++)
        if (used.var[i] && k->var[i].storage == TABLE)
            print_table(p, i, &memory);
    for (int i = 0; i < k->functions - 1; i++)
        if (used.function[i])
            print_helper(p, i);
    p->linear[0] = p->linear[1] = false;
    p->break_next = broken;
    p->text = &body;
    print_body(p, k->function[k->functions - 1].body, 1);
    p->text = &source;
    print_kernel_head(p, &used);
    for (int i = 0; i < 2; i++)
        if (p->linear[i]) {
            OUT("  const size_t linear%d = ", i);
            fuzz_print_linear(p, i);
            OUT(";\n");
        }
    OUT("%s}\n", body.data ? body.data : "");
    for (int i = 1; i < k->vars; i++)
        if (used.var[i] && k->var[i].storage == TABLE)
            OUT("#undef v%d\n", i);
    p->text = text;
    print_structs(p);
    OUT("%s", source.data);
    free(source.data);
    free(body.data);
    fuzz_memory_finish(&memory);
}

static void
print_guarded_division(struct printer *p, type_id type, const char *name, char operator)
{
    enum kind kind = fuzz_kind(type);
    uint64_t least = canonical(kind, (uint64_t)1 << (8 * kind_bytes(kind) - 1));

    fuzz_print_type(p, type);
    OUT(" %s_", name);
    fuzz_print_type(p, type);
    OUT("(");
    fuzz_print_type(p, type);
    OUT(" a, ");
    fuzz_print_type(p, type);
    OUT(" b) {\n  return a %c ", operator);
    if (fuzz_lanes(type) == 1) {
        OUT("(b == 0");
        if (is_signed(kind)) {
            OUT(" || (b == -1 && a == ");
            fuzz_print_scalar(p->text, kind, least);
            OUT(")");
        }
        OUT(" ? (");
        fuzz_print_type(p, type);
        OUT(")1 : b);\n}\n");
        return;
    }
    OUT("select(b, (");
    fuzz_print_type(p, type);
    OUT(")(1), (b == (");
    fuzz_print_type(p, type);
    OUT(")(0))");
    if (is_signed(kind)) {
        OUT(" | ((b == (");
        fuzz_print_type(p, type);
        OUT(")(-1)) & (a == (");
        fuzz_print_type(p, type);
        OUT(")(");
        fuzz_print_scalar(p->text, kind, least);
        OUT(")))");
    }
    OUT(");\n}\n");
}

static void
print_canonical_nan(struct printer *p, type_id type)
{
    enum kind kind = fuzz_kind(type);
    type_id bits = fuzz_vector(mask_kind(kind), fuzz_lanes(type));

    fuzz_print_type(p, bits);
    OUT(" canonical_");
    fuzz_print_type(p, type);
    OUT("(");
    fuzz_print_type(p, type);
    OUT(" x) {\n  ");
    fuzz_print_type(p, bits);
    OUT(" b = as_");
    fuzz_print_type(p, bits);
    OUT("(x);\n  return (b & ");
    fuzz_print_scalar(p->text, mask_kind(kind), sign_of(kind) - 1);
    OUT(") > ");
    fuzz_print_scalar(p->text, mask_kind(kind), infinity_of(kind));
    OUT(" ? (");
    fuzz_print_type(p, bits);
    OUT(")(");
    fuzz_print_scalar(p->text, mask_kind(kind), nan_of(kind));
    OUT(") : b;\n}\n");
}

void
fuzz_print(struct text *text, struct kernel *const *kernels, int count, bool broken)
{
    struct text body = {0};
    struct printer printer = {.text = &body}, *p = &printer;

    for (int i = 0; i < count; i++) {
        p->kernel = kernels[i];
        print_kernel(p, broken);
    }
    text->length = 0;
    p->text = text;
    OUT("#pragma OPENCL FP_CONTRACT OFF\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    if (count && kernels[0]->version < 12)
        OUT("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    for (type_id type = 0; type < VECTOR_TYPES; type++) {
        if (p->needed[type][PRELUDE_DIV])
            print_guarded_division(p, type, "div", '/');
        if (p->needed[type][PRELUDE_MOD])
            print_guarded_division(p, type, "mod", '%');
        if (p->needed[type][PRELUDE_CANONICAL])
            print_canonical_nan(p, type);
    }
    OUT("%s", body.data);
    free(body.data);
}
