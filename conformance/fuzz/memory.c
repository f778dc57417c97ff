// SPDX-License-Identifier: Apache-2.0
// The buffers of a kernel: their first content, and comparing two sets of them.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "conformance/fuzz/value.h"

void *
fuzz_allocate(size_t bytes)
{
    void *memory = calloc(1, bytes + 1);

    if (memory)
        return memory;
    fprintf(stderr, "weft-fuzz: no memory for %zu bytes\n", bytes);
    exit(3);
}

static void
fill_type(const struct kernel *k, type_id type, uint8_t *at, struct rng *rng)
{
    if (type < VECTOR_TYPES) {
        enum kind kind = fuzz_kind(type);

        for (int i = 0; i < fuzz_lanes(type); i++)
            store_lane(kind, at + i * kind_bytes(kind), fuzz_value(rng, kind));
        return;
    }
    const struct aggregate *aggregate = &k->aggregate[type - VECTOR_TYPES];

    for (int i = 0; i < aggregate->count; i++) {
        type_id part = aggregate->is_struct ? aggregate->field[i] : aggregate->element;
        int offset = aggregate->is_struct ? aggregate->offset[i] : i * fuzz_type_bytes(k, part);

        fill_type(k, part, at + offset, rng);
    }
}

// Infinities and NaNs have no constant initializers.
static void
make_finite(const struct var *var, uint8_t *at)
{
    enum kind kind = fuzz_kind(var->type);

    for (int i = 0; is_float(kind) && i < var->count; i++, at += kind_bytes(kind))
        if ((load_lane(kind, at) & infinity_of(kind)) == infinity_of(kind))
            store_lane(kind, at, load_lane(kind, at) & ~infinity_of(kind));
}

void
fuzz_memory_init(struct memory *memory, const struct kernel *k)
{
    memset(memory, 0, sizeof *memory);
    for (int i = 1; i < k->vars; i++) {
        const struct var *var = &k->var[i];
        // By variable, so that removing one leaves the others' content.
        struct rng rng = {k->seed * 1000 + (uint64_t)i};
        size_t bytes = (size_t)fuzz_type_bytes(k, var->type);

        if (!fuzz_is_buffer(var))
            continue;
        memory->bytes[i] = bytes * fuzz_elements(k, var) + BEHIND;
        memory->buffer[i] = fuzz_allocate(memory->bytes[i]);
        for (size_t at = 0; at < fuzz_elements(k, var); at++)
            fill_type(k, var->type, memory->buffer[i] + at * bytes, &rng);
        memset(memory->buffer[i] + memory->bytes[i] - BEHIND, 0xa5, BEHIND);
        if (var->storage == TABLE)
            make_finite(var, memory->buffer[i]);
    }
}

void
fuzz_arguments(const struct kernel *k, uint8_t *frame)
{
    for (int i = 1; i < k->vars; i++) {
        const struct var *var = &k->var[i];
        struct rng rng = {k->seed * 1000 + (uint64_t)i};

        if (var->storage != ARGUMENT)
            continue;
        fill_type(k, var->type, frame + var->offset, &rng);
        // Versions know small ones, and so which way they choose.
        if (var->type < VECTOR_TYPES && fuzz_lanes(var->type) == 1 && !is_float(fuzz_kind(var->type)) &&
            fuzz_below(&rng, 2))
            store_lane(fuzz_kind(var->type), frame + var->offset, (uint64_t)fuzz_below(&rng, 4));
    }
}

void
fuzz_memory_finish(struct memory *memory)
{
    for (int i = 0; i < MAX_VARS; i++) {
        free(memory->buffer[i]);
        memory->buffer[i] = NULL;
    }
}

static void
describe(enum kind kind, uint64_t value, char *text, size_t size)
{
    if (is_float(kind))
        snprintf(text, size, "%a (0x%0*" PRIx64 ")", as_real(kind, value), 2 * kind_bytes(kind), value);
    else if (is_signed(kind))
        snprintf(text, size, "%" PRId64, (int64_t)value);
    else
        snprintf(text, size, "%" PRIu64, value);
}

// Appends the path of the first difference to `text`.
static bool
differs(const struct kernel *k, type_id type, const uint8_t *want, const uint8_t *have, char *text, size_t size)
{
    size_t used;

    if (type < VECTOR_TYPES) {
        enum kind kind = fuzz_kind(type);

        for (int i = 0; i < fuzz_lanes(type); i++) {
            uint64_t x = load_lane(kind, want + i * kind_bytes(kind)), y = load_lane(kind, have + i * kind_bytes(kind));
            char expected[64], found[64];

            if (canonical_nan(kind, x) == canonical_nan(kind, y))
                continue;
            describe(kind, x, expected, sizeof expected);
            describe(kind, y, found, sizeof found);
            used = strlen(text);
            snprintf(text + used, size - used, " lane %d: expected %s, found %s", i, expected, found);
            return true;
        }
        return false;
    }
    const struct aggregate *aggregate = &k->aggregate[type - VECTOR_TYPES];

    for (int i = 0; i < aggregate->count; i++) {
        type_id part = aggregate->is_struct ? aggregate->field[i] : aggregate->element;
        int offset = aggregate->is_struct ? aggregate->offset[i] : i * fuzz_type_bytes(k, part);

        used = strlen(text);
        snprintf(text + used, size - used, aggregate->is_struct ? ".m%d" : "[%d]", i);
        if (differs(k, part, want + offset, have + offset, text, size))
            return true;
        text[used] = 0;
    }
    return false;
}

bool
fuzz_compare(const struct kernel *k, const struct memory *want, const struct memory *have, char *text, size_t size)
{
    for (int i = 1; i < k->vars; i++) {
        const struct var *var = &k->var[i];
        size_t bytes = (size_t)fuzz_type_bytes(k, var->type);

        if (!want->buffer[i] || !memcmp(want->buffer[i], have->buffer[i], want->bytes[i]))
            continue;
        for (size_t at = 0; at < fuzz_elements(k, var); at++) {
            snprintf(text, size, "buffer v%d element %zu of %zu", i, at, fuzz_elements(k, var));
            if (differs(k, var->type, want->buffer[i] + at * bytes, have->buffer[i] + at * bytes, text, size))
                return true;
        }
        if (memcmp(want->buffer[i] + want->bytes[i] - BEHIND, have->buffer[i] + want->bytes[i] - BEHIND, BEHIND) != 0) {
            snprintf(text, size, "buffer v%d of %zu elements: written behind its end", i, fuzz_elements(k, var));
            return true;
        }
    }
    return false;
}
