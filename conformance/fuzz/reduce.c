// SPDX-License-Identifier: Apache-2.0
// One step smaller: each kernel has a numbered list of simplifications; what they keep is that the kernel is valid and
// free of races (barriers and indices of own elements stay while they matter).
#include <string.h>

#include "conformance/fuzz/value.h"

struct reducer {
    struct kernel *kernel;
    struct used used;
    bool has_local;
    int n; // counts down to the one to do
};

static bool
now(struct reducer *r)
{
    return r->n-- == 0;
}

static bool
reduce_range(struct reducer *r)
{
    struct geometry *range = &r->kernel->range;

    if (range->required_size && now(r)) {
        range->required_size = false;
        return true;
    }
    for (int d = 0; d < range->dimensions; d++) {
        if (range->offset[d] && now(r)) {
            range->offset[d] = 0;
            return true;
        }
        if (range->global[d] > range->local[d] && now(r)) {
            range->global[d] = range->local[d];
            return true;
        }
        if (range->local[d] > 1 && now(r)) {
            range->local[d] = (range->local[d] + 1) / 2;
            range->global[d] = (range->global[d] + 1) / 2;
            range->required_size = false;
            return true;
        }
        if (range->local[d] > 1 && now(r)) {
            range->local[d]--;
            if (range->global[d] > range->local[d])
                range->global[d]--;
            range->required_size = false;
            return true;
        }
    }
    if (range->dimensions > 1 && range->global[range->dimensions - 1] == 1 && now(r)) {
        range->dimensions--;
        range->offset[range->dimensions] = 0;
        return true;
    }
    return false;
}

// break or continue that belongs to something outside of the list, or a goto to `label`.
static bool
leaves(const struct kernel *k, int list, int label, bool in_loop, bool in_switch)
{
    for (; list; list = k->stmt[list].next) {
        const struct stmt *s = &k->stmt[list];
        bool loop = in_loop || s->op == S_LOOP || s->op == S_WALK;

        if (!label && ((s->op == S_BREAK && !in_loop && !in_switch) || (s->op == S_CONTINUE && !in_loop)))
            return true;
        if (label && s->op == S_GOTO && s->a == label)
            return true;
        for (int i = 0; i < 2; i++)
            if (leaves(k, s->body[i], label, loop, loop || in_switch || s->op == S_SWITCH))
                return true;
    }
    return false;
}

static bool
can_delete(const struct reducer *r, const struct stmt *s, bool helper_top)
{
    switch (s->op) {
    case S_DECLARE:
    case S_POINT:
    case S_FILL:
    case S_FETCH:
    case S_COLLECTIVE:
        return !r->used.var[s->a];
    case S_BARRIER:
        return !r->has_local;
    case S_REDUCTION:
        return false;
    case S_LOCAL_INIT:
        return !r->used.beyond_init[s->a];
    case S_RETURN:
        return !helper_top;
    default:
        return true;
    }
}

static void
become_block(struct stmt *s, int body)
{
    *s = (struct stmt){.op = S_BLOCK, .group = s->group, .body = {body, 0}, .next = s->next};
}

static bool
simplify_statement(struct reducer *r, struct stmt *s)
{
    struct kernel *k = r->kernel;

    switch (s->op) {
    case S_IF:
        for (int i = 0; i < 2; i++)
            if (s->body[i] && now(r)) {
                become_block(s, s->body[i]);
                return true;
            }
        if (s->body[1] && now(r)) {
            s->body[1] = 0;
            return true;
        }
        break;
    case S_LOOP:
        if (!leaves(k, s->body[0], 0, false, false) && !r->used.var[s->a] && now(r)) {
            become_block(s, s->body[0]);
            return true;
        }
        if (s->e[2] && now(r)) {
            s->e[2] = 0;
            return true;
        }
        if (s->e[0] && now(r)) {
            s->e[0] = 0;
            return true;
        }
        if (s->style && now(r)) {
            s->style = LOOP_FOR;
            return true;
        }
        if (s->b > 1 && now(r)) {
            s->b = 1;
            return true;
        }
        break;
    case S_WALK:
        if (s->e[3] && now(r)) {
            s->e[3] = 0;
            return true;
        }
        if (!leaves(k, s->body[0], 0, false, false) && !r->used.var[s->a] && now(r)) {
            become_block(s, s->body[0]);
            return true;
        }
        break;
    case S_FETCH:
        if (now(r)) {
            *s = (struct stmt){.op = S_DECLARE, .a = s->a, .e = {s->e[1]}, .next = s->next};
            return true;
        }
        break;
    case S_COLLECTIVE:
        if (now(r)) {
            *s = (struct stmt){.op = S_DECLARE, .a = s->a, .e = {s->e[0]}, .next = s->next};
            return true;
        }
        break;
    case S_REDUCTION:
        if (now(r)) {
            *s = (struct stmt){.op = S_BARRIER, .group = true, .next = s->next};
            return true;
        }
        break;
    case S_LABELLED:
        if (!leaves(k, s->body[0], s->a, false, false) && now(r)) {
            become_block(s, s->body[0]);
            return true;
        }
        break;
    case S_IRREDUCIBLE:
        for (int i = 0; i < 2; i++)
            if (!r->used.var[s->a] && s->body[i] && now(r)) {
                become_block(s, s->body[i]);
                return true;
            }
        if (s->b > 2 && now(r)) {
            s->b--;
            return true;
        }
        break;
    }
    return false;
}

// Removes a block around statements that declare nothing used elsewhere: its names do not clash with any.
static void
flatten(struct kernel *k, int *link)
{
    struct stmt *block = &k->stmt[*link];
    int last = block->body[0];

    if (!last) {
        *link = block->next;
        return;
    }
    while (k->stmt[last].next)
        last = k->stmt[last].next;
    k->stmt[last].next = block->next;
    *link = block->body[0];
}

static bool
reduce_body(struct reducer *r, int *link, bool helper_top)
{
    struct kernel *k = r->kernel;

    for (; *link; link = &k->stmt[*link].next) {
        struct stmt *s = &k->stmt[*link];

        if (can_delete(r, s, helper_top) && now(r)) {
            *link = s->next;
            return true;
        }
        if (s->op == S_BLOCK && now(r)) {
            flatten(k, link);
            return true;
        }
        if (simplify_statement(r, s))
            return true;
        for (int i = 0; i < 2; i++)
            if (reduce_body(r, &s->body[i], false))
                return true;
    }
    return false;
}

static bool
is_value(const struct kernel *k, const struct expr *e, uint64_t value)
{
    if (e->op != E_CONST)
        return false;
    for (int i = 0; i < fuzz_lanes(e->type); i++)
        if (k->constant[e->a + i] != value)
            return false;
    return true;
}

static uint64_t
one(enum kind kind)
{
    return is_float(kind) ? of_real(kind, 1) : 1;
}

static void
become_constant(struct kernel *k, int *link, uint64_t value)
{
    uint64_t lanes[MAX_LANES];

    for (int i = 0; i < MAX_LANES; i++)
        lanes[i] = value;
    *link = fuzz_constant(k, k->expr[*link].type, lanes);
}

// A buffer or an array has its elements' type, and is no value.
static bool
is_memory(const struct kernel *k, const struct expr *e)
{
    return e->op == E_ADDRESS || e->op == E_POINTER ||
           (e->op == E_VAR && k->var[e->a].storage != PRIVATE && k->var[e->a].storage != ARGUMENT);
}

// `place`: it is assigned to, or has to be a place for another reason.
static bool
reduce_expr(struct reducer *r, int *link, bool place)
{
    struct kernel *k = r->kernel;
    struct expr *e = &k->expr[*link];
    bool fixed =
        place || e->type < 0 || e->type >= VECTOR_TYPES || e->op == E_OWN || e->op == E_SLOT || e->op == E_ADDRESS;

    if (!fixed) {
        for (int i = 0; i < e->kids; i++)
            if (k->expr[e->kid[i]].type == e->type && !is_memory(k, &k->expr[e->kid[i]]) && now(r)) {
                *link = e->kid[i];
                return true;
            }
        if (k->exprs < MAX_EXPRS - 1 && k->constants < MAX_CONSTANTS - MAX_LANES) {
            uint64_t unit = one(fuzz_kind(e->type));

            if (!is_value(k, e, 0) && now(r)) {
                become_constant(k, link, 0);
                return true;
            }
            if (!is_value(k, e, 0) && !is_value(k, e, unit) && now(r)) {
                become_constant(k, link, unit);
                return true;
            }
        }
    }
    for (int i = 0; i < e->kids && !(e->op == E_POINTER && e->lane[0]); i++) {
        bool inner = (i == 0 && (e->op == E_ELEMENT || e->op == E_FIELD || e->op == E_ADDRESS || e->op == E_VLOAD ||
                                 e->op == E_COMMA)) ||
                     (i == 0 && place && e->op == E_SWIZZLE);

        if (reduce_expr(r, &e->kid[i], inner))
            return true;
    }
    return false;
}

static bool
reduce_expressions(struct reducer *r, int list)
{
    struct kernel *k = r->kernel;

    for (; list; list = k->stmt[list].next) {
        struct stmt *s = &k->stmt[list];

        for (int i = 0; i < MAX_KIDS; i++) {
            if (!s->e[i] || (s->op == S_VSTORE && i == 1) || (s->op == S_WALK && i == 2))
                continue;
            if (reduce_expr(r, &s->e[i], (s->op == S_ASSIGN || s->op == S_FETCH) && i == 0))
                return true;
        }
        for (int i = 0; i < 2; i++)
            if (reduce_expressions(r, s->body[i]))
                return true;
    }
    return false;
}

bool
fuzz_reduce(struct kernel *k, int n)
{
    struct reducer r = {.kernel = k, .n = n};

    fuzz_find_used(k, &r.used);
    for (int i = 1; i < k->vars; i++)
        r.has_local |= k->var[i].storage == LOCAL_MEMORY && r.used.var[i];
    for (int i = k->functions - 1; i >= 0; i--)
        if (r.used.function[i] && reduce_body(&r, &k->function[i].body, i < k->functions - 1))
            return true;
    if (reduce_range(&r))
        return true;
    for (int i = k->functions - 1; i >= 0; i--)
        if (r.used.function[i] && reduce_expressions(&r, k->function[i].body))
            return true;
    return false;
}
