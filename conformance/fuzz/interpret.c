// SPDX-License-Identifier: Apache-2.0
// Runs a kernel on the host: work-group by work-group, and within one statement by statement where a barrier is
// inside (all work-items finish a statement before any starts the next), else work-item by work-item.
#include "conformance/fuzz/interpret.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "conformance/fuzz/value.h"

#define FUEL 800000 // expressions evaluated for one kernel

static uint8_t *
element(struct machine *m, const struct var *var, size_t at)
{
    uint8_t *base = var->storage == LOCAL_MEMORY ? m->local + var->offset : m->memory->buffer[var - m->kernel->var];

    return base + at * (size_t)fuzz_type_bytes(m->kernel, var->type);
}

static void
copy_value(struct machine *m, int place, int value)
{
    type_id type = m->kernel->expr[place].type;
    uint64_t lanes[MAX_LANES];
    size_t bytes;

    if (type < VECTOR_TYPES) {
        fuzz_evaluate(m, value, lanes);
        fuzz_assign(m, place, lanes);
        return;
    }
    bytes = (size_t)fuzz_type_bytes(m->kernel, type);
    m->fuel -= 4;
    memmove(fuzz_place(m, place), fuzz_place(m, value), bytes);
}

static void
declare(struct machine *m, const struct stmt *s)
{
    struct kernel *k = m->kernel;
    const struct var *var = &k->var[s->a];
    uint8_t *at = m->item->frame + var->offset;
    const struct aggregate *array = var->type < VECTOR_TYPES ? NULL : &k->aggregate[var->type - VECTOR_TYPES];
    uint64_t lanes[MAX_LANES];

    memset(at, 0, (size_t)fuzz_type_bytes(k, var->type));
    for (int i = 0; i < MAX_KIDS && s->e[i]; i++) {
        type_id type = k->expr[s->e[i]].type;
        int bytes;

        if (array && array->is_struct) {
            memcpy(at, fuzz_place(m, s->e[0]), (size_t)array->size);
            return;
        }
        bytes = kind_bytes(fuzz_kind(type));
        fuzz_evaluate(m, s->e[i], lanes);
        if (var->is_bool)
            lanes[0] = lanes[0] != 0;
        for (int lane = 0; lane < fuzz_lanes(type); lane++)
            store_lane(fuzz_kind(type), at + i * fuzz_type_bytes(k, type) + lane * bytes, lanes[lane]);
    }
}

static void
point(struct machine *m, const struct stmt *s)
{
    uint64_t to[MAX_LANES];

    fuzz_evaluate(m, s->e[0], to);
    memcpy(m->item->frame + m->kernel->var[s->a].offset, to, sizeof *to);
}

static void
fill(struct machine *m, const struct stmt *s)
{
    struct kernel *k = m->kernel;
    const struct var *var = &k->var[s->a], *index = &k->var[s->b];
    const struct aggregate *array = &k->aggregate[var->type - VECTOR_TYPES];
    int bytes = fuzz_type_bytes(k, array->element);
    uint8_t *at = m->item->frame + var->offset;
    uint64_t lanes[MAX_LANES];

    memset(at, 0, (size_t)array->size);
    for (int i = 0; i < array->count; i++) {
        enum kind kind;

        store_lane(fuzz_kind(index->type), m->item->frame + index->offset, (uint64_t)i);
        if (array->element >= VECTOR_TYPES) {
            m->fuel -= 4;
            memcpy(at + i * bytes, fuzz_place(m, s->e[0]), (size_t)bytes);
            continue;
        }
        kind = fuzz_kind(array->element);
        fuzz_evaluate(m, s->e[0], lanes);
        for (int lane = 0; lane < fuzz_lanes(array->element); lane++)
            store_lane(kind, at + i * bytes + lane * kind_bytes(kind), lanes[lane]);
    }
}

static uint64_t
combine(int atomic, enum kind kind, uint64_t x, uint64_t y)
{
    bool less = is_signed(kind) ? (int64_t)x < (int64_t)y : x < y;

    switch (atomic) {
    case ATOMIC_MIN:
        return less ? x : y;
    case ATOMIC_MAX:
        return less ? y : x;
    case ATOMIC_OR:
        return x | y;
    case ATOMIC_XOR:
        return x ^ y;
    case ATOMIC_AND:
        return x & y;
    default:
        return x + y;
    }
}

static void
run_atomic(struct machine *m, struct stmt *s)
{
    struct kernel *k = m->kernel;
    const struct var *var = &k->var[s->a];
    enum kind kind = fuzz_kind(var->type);
    uint64_t index[MAX_LANES], value[MAX_LANES];
    bool guarded = false;
    uint8_t *at;

    fuzz_evaluate(m, s->e[0], index);
    fuzz_evaluate(m, s->e[1], value);
    at = element(m, var, fuzz_wrap_index(fuzz_kind(k->expr[s->e[0]].type), index[0], (size_t)var->count, &guarded));
    k->expr[s->e[0]].guarded |= guarded;
    store_lane(kind, at, combine(var->atomic, kind, load_lane(kind, at), value[0]));
}

static void
run_fetch(struct machine *m, const struct stmt *s)
{
    const struct var *var = &m->kernel->var[s->a];
    enum kind kind = fuzz_kind(var->type);
    uint64_t value[MAX_LANES], old;
    uint8_t *at;

    fuzz_evaluate(m, s->e[1], value);
    at = fuzz_place(m, s->e[0]);
    old = load_lane(kind, at);
    store_lane(kind, at, combine(s->b, kind, old, value[0]));
    store_lane(kind, m->item->frame + var->offset, old);
}

static void
run_vstore(struct machine *m, const struct stmt *s)
{
    struct kernel *k = m->kernel;
    type_id type = k->expr[s->e[0]].type;
    enum kind kind = fuzz_kind(type);
    uint64_t value[MAX_LANES], at[MAX_LANES];

    fuzz_evaluate(m, s->e[0], value);
    fuzz_evaluate(m, s->e[1], at);
    for (int i = 0; i < fuzz_lanes(type); i++)
        store_lane(kind, element(m, &k->var[s->a], at[0] + (size_t)i), value[i]);
}

static uint64_t
counter(const struct machine *m, const struct stmt *s)
{
    const struct var *var = &m->kernel->var[s->a];

    return load_lane(fuzz_kind(var->type), m->item->frame + var->offset);
}

static void
set_counter(const struct machine *m, const struct stmt *s, uint64_t value)
{
    const struct var *var = &m->kernel->var[s->a];
    enum kind kind = fuzz_kind(var->type);

    store_lane(kind, m->item->frame + var->offset, canonical(kind, value));
}

static void
start_loop(struct machine *m, const struct stmt *s)
{
    uint64_t first[MAX_LANES] = {0};

    if (s->e[0])
        fuzz_evaluate(m, s->e[0], first);
    set_counter(m, s, first[0]);
}

static bool
loop_condition(struct machine *m, const struct stmt *s)
{
    enum kind kind = fuzz_kind(m->kernel->var[s->a].type);
    uint64_t bound[MAX_LANES], at = counter(m, s);

    fuzz_evaluate(m, s->e[1], bound);
    return (is_signed(kind) ? (int64_t)at < (int64_t)bound[0] : at < bound[0]) &&
           (!s->e[2] || evaluate_condition(m, s->e[2]));
}

static enum flow
run_loop(struct machine *m, const struct stmt *s)
{
    start_loop(m, s);
    while (s->style == LOOP_DO || loop_condition(m, s)) {
        enum flow flow;

        if (s->style == LOOP_WHILE)
            set_counter(m, s, counter(m, s) + (uint64_t)s->b);
        flow = fuzz_run_body(m, s->body[0]);
        if (flow == BREAK)
            break;
        if (flow == RETURN || flow == GOTO)
            return flow;
        if (s->style != LOOP_WHILE)
            set_counter(m, s, counter(m, s) + (uint64_t)s->b);
        if (s->style == LOOP_DO && !loop_condition(m, s))
            break;
        if (m->fuel < 0)
            return RETURN;
    }
    return NEXT;
}

static enum flow
run_switch(struct machine *m, const struct stmt *s)
{
    struct kernel *k = m->kernel;
    uint64_t value[MAX_LANES];
    int chosen = 0;

    fuzz_evaluate(m, s->e[0], value);
    for (int at = s->body[0]; at && !chosen; at = k->stmt[at].next)
        if (!k->stmt[at].b && value[0] == (uint64_t)(int64_t)k->stmt[at].a)
            chosen = at;
    for (int at = s->body[0]; at && !chosen; at = k->stmt[at].next)
        if (k->stmt[at].b)
            chosen = at;
    for (; chosen; chosen = k->stmt[chosen].next) {
        enum flow flow = fuzz_run_body(m, k->stmt[chosen].body[0]);

        if (flow == BREAK)
            return NEXT;
        if (flow != NEXT)
            return flow;
        if (!k->stmt[chosen].style)
            break;
    }
    return NEXT;
}

static enum flow
run_irreducible(struct machine *m, const struct stmt *s)
{
    bool second = evaluate_condition(m, s->e[0]);
    enum flow flow;

    set_counter(m, s, 0);
    for (;;) {
        if (m->fuel < 0)
            return RETURN;
        if (!second) {
            flow = fuzz_run_body(m, s->body[0]);
            if (flow != NEXT)
                return flow;
            if (s->style) {
                set_counter(m, s, counter(m, s) + 1);
                if (counter(m, s) >= (uint64_t)s->b)
                    return NEXT;
                if (evaluate_condition(m, s->e[1]))
                    continue;
            }
        }
        flow = fuzz_run_body(m, s->body[1]);
        if (flow != NEXT)
            return flow;
        set_counter(m, s, counter(m, s) + 1);
        if (counter(m, s) >= (uint64_t)s->b)
            return NEXT;
        second = !evaluate_condition(m, s->e[s->style ? 2 : 1]);
        if (!s->style && second && !evaluate_condition(m, s->e[2]))
            return NEXT;
    }
}

// Over elements that are all inside: the start leaves room for the longest walk.
static enum flow
run_walk(struct machine *m, struct stmt *s)
{
    struct kernel *k = m->kernel;
    struct expr *start = &k->expr[s->e[0]];
    const struct var *cursor = &k->var[s->a];
    size_t room = 3 * (size_t)s->b, at;
    uint8_t *base = fuzz_place(m, s->e[2]), *to;
    uint64_t value[MAX_LANES];

    fuzz_evaluate(m, s->e[0], value);
    at = fuzz_wrap_index(fuzz_kind(start->type), value[0], (size_t)k->var[k->expr[s->e[2]].a].count - room,
                         &start->guarded);
    at += s->style ? room : 0;
    if (s->e[3] && !evaluate_condition(m, s->e[3]))
        base = m->memory->buffer[s->c];
    for (int i = 0; i < s->b; i++) {
        enum flow flow;

        to = base + at * (size_t)fuzz_type_bytes(k, cursor->type);
        memcpy(m->item->frame + cursor->offset, &to, sizeof to);
        flow = fuzz_run_body(m, s->body[0]);
        if (flow == BREAK)
            break;
        if (flow == RETURN || flow == GOTO)
            return flow;
        fuzz_evaluate(m, s->e[1], value);
        at = s->style ? at - (value[0] & 3) : at + (value[0] & 3);
        if (m->fuel < 0)
            return RETURN;
    }
    return NEXT;
}

static enum flow
run_statement(struct machine *m, struct stmt *s)
{
    enum flow flow;

    m->fuel--;
    switch (s->op) {
    case S_DECLARE:
        declare(m, s);
        return NEXT;
    case S_FILL:
        fill(m, s);
        return NEXT;
    case S_POINT:
        point(m, s);
        return NEXT;
    case S_ASSIGN:
        copy_value(m, s->e[0], s->e[1]);
        return NEXT;
    case S_VSTORE:
        run_vstore(m, s);
        return NEXT;
    case S_FETCH:
        run_fetch(m, s);
        return NEXT;
    case S_ATOMIC:
        run_atomic(m, s);
        return NEXT;
    case S_IF:
        return fuzz_run_body(m, s->body[evaluate_condition(m, s->e[0]) ? 0 : 1]);
    case S_LOOP:
        return run_loop(m, s);
    case S_SWITCH:
        return run_switch(m, s);
    case S_BREAK:
        return BREAK;
    case S_CONTINUE:
        return CONTINUE;
    case S_RETURN:
        if (s->e[0]) {
            uint64_t value[MAX_LANES];

            fuzz_evaluate(m, s->e[0], value); // may call, and so set the result
            memcpy(m->result, value, sizeof *value * (size_t)fuzz_lanes(m->kernel->expr[s->e[0]].type));
        }
        return RETURN;
    case S_LABELLED:
        flow = fuzz_run_body(m, s->body[0]);
        return flow == GOTO && m->label == s->a ? NEXT : flow;
    case S_GOTO:
        m->label = s->a;
        return GOTO;
    case S_IRREDUCIBLE:
        return run_irreducible(m, s);
    case S_WALK:
        return run_walk(m, s);
    case S_BLOCK:
        return fuzz_run_body(m, s->body[0]);
    }
    assert(!"a statement of one work-item");
    return NEXT;
}

enum flow
fuzz_run_body(struct machine *m, int list)
{
    for (; list; list = m->kernel->stmt[list].next) {
        enum flow flow = run_statement(m, &m->kernel->stmt[list]);

        if (flow != NEXT)
            return flow;
        if (m->fuel < 0)
            return RETURN;
    }
    return NEXT;
}

// A condition that has to be the same for all work-items of the group.
static bool
uniform_condition(struct machine *m, const struct stmt *s)
{
    bool first = false;

    for (size_t i = 0; i < m->count; i++) {
        bool value;

        m->item = &m->items[i];
        value = s->op == S_LOOP ? loop_condition(m, s) : evaluate_condition(m, s->e[0]);
        if (i == 0)
            first = value;
        else if (value != first) {
            fprintf(stderr, "weft-fuzz: a barrier under a divergent condition, seed %llu\n",
                    (unsigned long long)m->kernel->seed);
            abort();
        }
    }
    return first;
}

static void
step_all(struct machine *m, const struct stmt *s)
{
    for (size_t i = 0; i < m->count; i++) {
        m->item = &m->items[i];
        set_counter(m, s, counter(m, s) + (uint64_t)s->b);
    }
}

static void
local_init(struct machine *m, const struct stmt *s)
{
    const struct var *var = &m->kernel->var[s->a], *index = &m->kernel->var[s->b];
    enum kind kind = fuzz_kind(var->type);
    uint64_t lanes[MAX_LANES];

    for (int i = 0; i < var->count; i++) {
        m->item = &m->items[(size_t)i % m->count];
        store_lane(fuzz_kind(index->type), m->item->frame + index->offset, (uint64_t)i);
        fuzz_evaluate(m, s->e[0], lanes);
        for (int lane = 0; lane < fuzz_lanes(var->type); lane++)
            store_lane(kind, element(m, var, (size_t)i) + lane * kind_bytes(kind), lanes[lane]);
    }
}

static void
add_element(struct machine *m, const struct var *var, size_t to, size_t from)
{
    enum kind kind = fuzz_kind(var->type);
    uint8_t *at = element(m, var, to);
    uint64_t x = load_lane(kind, at), y = load_lane(kind, element(m, var, from));

    m->fuel--;
    store_lane(kind, at, is_float(kind) ? fuzz_add(kind, x, y) : x + y);
}

static void
reduction(struct machine *m, const struct stmt *s)
{
    const struct var *var = &m->kernel->var[s->a];
    size_t distance = 1;

    if (s->style) {
        for (; distance < m->count; distance *= 2)
            for (size_t i = m->count; i-- > distance;)
                add_element(m, var, i, i - distance);
        return;
    }
    while (distance < m->count)
        distance *= 2;
    while (distance /= 2)
        for (size_t i = 0; i < distance && i + distance < m->count; i++)
            add_element(m, var, i, i + distance);
}

// Of no values: what combining with leaves as it is.
static uint64_t
nothing(enum atomic how, enum kind kind)
{
    const int bits = 8 * kind_bytes(kind);
    const uint64_t most = is_signed(kind) ? ((uint64_t)1 << (bits - 1)) - 1 : ~(uint64_t)0 >> (64 - bits);

    return how == ATOMIC_ADD ? 0 : how == ATOMIC_MIN ? most : canonical(kind, most + 1);
}

// Turns all work-items' values into all their results.
static void
collect(enum collective which, enum kind kind, uint64_t *values, size_t count)
{
    static const enum atomic hows[] = {ATOMIC_ADD, ATOMIC_MIN, ATOMIC_MAX};
    const enum atomic how = which >= COLLECT_REDUCE ? hows[which % 3] : which == COLLECT_ALL ? ATOMIC_AND : ATOMIC_OR;
    uint64_t all = which >= COLLECT_REDUCE ? nothing(how, kind) : which == COLLECT_ALL;

    for (size_t i = 0; i < count; i++) {
        const uint64_t before = all, own = which < COLLECT_BROADCAST ? values[i] != 0 : values[i];

        all = which == COLLECT_BROADCAST ? own : canonical(kind, combine(how, kind, all, own));
        values[i] = which >= COLLECT_EXCLUSIVE ? before : all;
    }
    for (size_t i = 0; i < count && which < COLLECT_INCLUSIVE; i++)
        values[i] = all;
}

static void
collective(struct machine *m, const struct stmt *s)
{
    const struct var *var = &m->kernel->var[s->a];
    uint64_t *values = fuzz_allocate(m->count * sizeof *values), lanes[MAX_LANES];

    for (size_t i = 0; i < m->count; i++) {
        m->item = &m->items[i];
        fuzz_evaluate(m, s->e[0], lanes);
        values[i] = lanes[0];
    }
    collect((enum collective)s->style, fuzz_kind(var->type), values, m->count);
    for (size_t i = 0; i < m->count; i++)
        store_lane(fuzz_kind(var->type), m->items[i].frame + var->offset, values[i]);
    free(values);
}

static enum flow run_group(struct machine *m, int list);

static enum flow
run_group_loop(struct machine *m, const struct stmt *s)
{
    for (size_t i = 0; i < m->count; i++) {
        m->item = &m->items[i];
        start_loop(m, s);
    }
    while (s->style == LOOP_DO || uniform_condition(m, s)) {
        enum flow flow;

        if (s->style == LOOP_WHILE)
            step_all(m, s);
        flow = run_group(m, s->body[0]);
        if (flow == BREAK)
            break;
        if (flow == RETURN || flow == GOTO)
            return flow;
        if (s->style != LOOP_WHILE)
            step_all(m, s);
        if (s->style == LOOP_DO && !uniform_condition(m, s))
            break;
        if (m->fuel < 0)
            return RETURN;
    }
    return NEXT;
}

static enum flow
run_group_statement(struct machine *m, struct stmt *s)
{
    switch (s->op) {
    case S_BARRIER:
        return NEXT;
    case S_LOCAL_INIT:
        local_init(m, s);
        return NEXT;
    case S_REDUCTION:
        reduction(m, s);
        return NEXT;
    case S_COLLECTIVE:
        collective(m, s);
        return NEXT;
    case S_IF:
        return run_group(m, s->body[uniform_condition(m, s) ? 0 : 1]);
    case S_LOOP:
        return run_group_loop(m, s);
    case S_BLOCK:
        return run_group(m, s->body[0]);
    case S_BREAK:
        return BREAK;
    case S_CONTINUE:
        return CONTINUE;
    case S_RETURN:
        return RETURN;
    }
    assert(!"a statement of a group");
    return NEXT;
}

static enum flow
run_group(struct machine *m, int list)
{
    for (; list; list = m->kernel->stmt[list].next) {
        struct stmt *s = &m->kernel->stmt[list];

        if (m->fuel < 0)
            return RETURN;
        if (s->group) {
            enum flow flow = run_group_statement(m, s);

            if (flow != NEXT)
                return flow;
            continue;
        }
        for (size_t i = 0; i < m->count; i++) {
            m->item = &m->items[i];
            if (!m->item->done && run_statement(m, s) == RETURN)
                m->item->done = true;
        }
    }
    return NEXT;
}

// Sets up the group's work-items with uniform arguments in their frames.
static void
enter_group(struct machine *m, const uint8_t *arguments)
{
    const struct geometry *range = &m->kernel->range;
    size_t at[3];

    for (int d = 0; d < 3; d++) {
        size_t begin = m->group[d] * range->local[d];

        m->size[d] = range->global[d] - begin < range->local[d] ? range->global[d] - begin : range->local[d];
    }
    m->count = 0;
    for (at[2] = 0; at[2] < m->size[2]; at[2]++)
        for (at[1] = 0; at[1] < m->size[1]; at[1]++)
            for (at[0] = 0; at[0] < m->size[0]; at[0]++) {
                struct work_item *item = &m->items[m->count];
                size_t position[3];

                for (int d = 0; d < 3; d++) {
                    position[d] = m->group[d] * range->local[d] + at[d];
                    item->local[d] = at[d];
                    item->global[d] = position[d] + range->offset[d];
                }
                item->linear[0] = (position[2] * range->global[1] + position[1]) * range->global[0] + position[0];
                item->linear[1] = (position[0] * range->global[1] + position[1]) * range->global[2] + position[2];
                item->local_linear = m->count++;
                item->done = false;
                memcpy(item->frame, arguments, (size_t)m->kernel->frame_bytes);
            }
}

bool
fuzz_interpret(struct kernel *k, struct memory *memory)
{
    struct machine m = {.kernel = k, .memory = memory, .fuel = FUEL};
    const struct geometry *range = &k->range;
    size_t most = range->local[0] * range->local[1] * range->local[2];
    uint8_t *frames = fuzz_allocate(most * (size_t)k->frame_bytes), *arguments = fuzz_allocate((size_t)k->frame_bytes);

    m.items = fuzz_allocate(most * sizeof *m.items);
    m.local = fuzz_allocate((size_t)k->local_bytes);
    for (size_t i = 0; i < most; i++)
        m.items[i].frame = frames + i * (size_t)k->frame_bytes;
    fuzz_arguments(k, arguments);
    for (int d = 0; d < 3; d++)
        m.groups[d] = (range->global[d] + range->local[d] - 1) / range->local[d];
    for (m.group[2] = 0; m.group[2] < m.groups[2]; m.group[2]++)
        for (m.group[1] = 0; m.group[1] < m.groups[1]; m.group[1]++)
            for (m.group[0] = 0; m.group[0] < m.groups[0]; m.group[0]++) {
                enter_group(&m, arguments);
                run_group(&m, k->function[k->functions - 1].body);
            }
    free(m.local);
    free(m.items);
    free(arguments);
    free(frames);
    return m.fuel >= 0;
}
