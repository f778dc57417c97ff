// SPDX-License-Identifier: Apache-2.0
// The interpreter's state, shared by its two halves: statements (interpret.c) and expressions (evaluate.c).
#ifndef WEFT_FUZZ_INTERPRET_H
#define WEFT_FUZZ_INTERPRET_H

#include "conformance/fuzz/ast.h"

enum flow { NEXT, BREAK, CONTINUE, RETURN, GOTO };

struct work_item {
    size_t global[3], local[3]; // ids
    size_t linear[2];           // among all work-items: first dimension fastest, last one fastest
    size_t local_linear;
    uint8_t *frame;
    bool done;
};

struct machine {
    struct kernel *kernel;
    struct memory *memory;
    struct work_item *item; // the current one
    struct work_item *items;
    size_t count; // in the group
    size_t group[3], groups[3], size[3];
    uint8_t *local;
    long fuel;
    int label; // of the GOTO under way
    uint64_t result[MAX_LANES];
};

void fuzz_evaluate(struct machine *machine, int expr, uint64_t *out);
// Where a place lies; for a swizzle, where the vector that it is of lies.
uint8_t *fuzz_place(struct machine *machine, int expr);
void fuzz_load(const struct machine *machine, type_id type, const uint8_t *at, uint64_t *out);
void fuzz_assign(struct machine *machine, int place, const uint64_t *value);
// A valid index for any value of `kind`; sets *guarded where it was not valid itself.
size_t fuzz_wrap_index(enum kind kind, uint64_t value, size_t count, bool *guarded);
// x + y of a float kind.
uint64_t fuzz_add(enum kind kind, uint64_t x, uint64_t y);
enum flow fuzz_run_body(struct machine *machine, int list);

static inline bool
evaluate_condition(struct machine *machine, int expr)
{
    uint64_t value[MAX_LANES];

    fuzz_evaluate(machine, expr, value);
    return value[0] != 0;
}

#endif
