// SPDX-License-Identifier: Apache-2.0
// What generating expressions (generate_expr.c) and statements (generate.c) share.
#ifndef WEFT_FUZZ_GENERATE_H
#define WEFT_FUZZ_GENERATE_H

#include "conformance/fuzz/ast.h"

#define MAX_SCOPE 100
#define THEMES 6

struct generator {
    struct kernel *kernel;
    struct rng rng;
    int scope[MAX_SCOPE]; // variables that can be named here
    int scoped;
    int function;   // being written
    bool helper;    // it is not the kernel
    bool uniform;   // what is generated must be the same for the whole group
    int theme;      // which kinds are frequent
    bool scalars;   // few vectors
    bool no_groups; // nothing may depend on the work-groups
    bool ways;      // loops with many ways out are frequent
    bool returns;   // `return` is allowed here
    bool breaks;    // `break` and `continue` are
    bool continues;
    int label;        // S_LABELLED that can be left, or 0
    int trip;         // how often this place runs, at most, for one work-item
    int budget;       // statements left
    int calls;        // helpers that can be called: those below
    bool rows;        // many rows
    type_id row_type; // what most of them hold
    bool constants;   // indices of rows are mostly constant
    int near;         // and this was the last one
    int row;          // all are in this row, or 0
    uint32_t kinds;   // a bit for each kind of statement that the kernel has
    int deepest;      // an expression, in operations
};

static inline int
below(struct generator *g, int n)
{
    return fuzz_below(&g->rng, n);
}
// True `percent` times in a hundred.
static inline bool
chance(struct generator *g, int percent)
{
    return below(g, 100) < percent;
}

struct list {
    int first, last; // statements
};

// --- Expressions -----------------------------------------------------------------------------------------------------

int gen_node(struct generator *g, enum expr_op op, type_id type, int kids, int a, int b);
int gen_var_node(struct generator *g, int var);
int gen_expr(struct generator *g, type_id type, int depth);
// An int.
int gen_condition(struct generator *g, int depth);
// An int that may assign on the way; only where nothing else of the expression sees that.
int gen_effect_condition(struct generator *g, int depth);
int gen_index(struct generator *g, int count, int depth);
// As programs ask which work-items have something to do, an int.
int gen_id_condition(struct generator *g);
// An integer variable in scope, or 0. `counters`: of those that are only read.
int gen_scoped_scalar(struct generator *g, bool counters);
// An integer that is the same for the group, mostly not a constant.
int gen_uniform_integer(struct generator *g, enum kind kind);
// An operator or builtin `a` of x and, if not 0, y.
int gen_operation(struct generator *g, enum expr_op op, int a, type_id type, int x, int y);
int gen_ternary(struct generator *g, enum expr_op op, type_id type, int a, int b, int c);
// To another kind, of the same lanes.
int gen_convert(struct generator *g, int value, enum kind to);
// Makes a value the wanted type, by conversion, swizzle and splat.
int gen_coerce(struct generator *g, int value, type_id type);
int gen_binary(struct generator *g, enum binary op, int x, int y);
// Of x, computed in a wider type where there is one.
int gen_narrowed(struct generator *g, type_id type, int x);
int gen_small_constant(struct generator *g, enum kind kind, int64_t value);
// A private place that may be written; 0 when there is none.
int gen_target(struct generator *g);
// Of a vector type: mostly what does the same to each element of the work-item's own vectors in memory.
int gen_elementwise(struct generator *g, type_id type, int depth);
// From a place of any type down to a scalar or vector in it.
int gen_descend(struct generator *g, int place, int depth);
type_id gen_vector_type(struct generator *g);
type_id gen_scalar_type(struct generator *g);
int gen_new_var(struct generator *g, enum storage storage, type_id type);
// An OUTPUT with elements of `type`, old or new, and the place of one own element.
int gen_output(struct generator *g, type_id type, int slice);
int gen_own_place(struct generator *g, int output, int index);

// --- Statements ------------------------------------------------------------------------------------------------------

void gen_enter_scope(struct generator *g, int var);
void gen_struct_type(struct generator *g);
type_id gen_array_type(struct generator *g, type_id element, int count);
// An array filled with values; 0: none was made.
int gen_array_of(struct generator *g, struct list *list, type_id element, int count);
// A call of one of the helpers, or of this one, where there is what it can be given.
void gen_call(struct generator *g, struct list *list);
void gen_call_of(struct generator *g, struct list *list, int helper);
// A struct type, or -1.
type_id gen_some_struct(struct generator *g);
// A new statement at the end of the list.
int gen_append(struct generator *g, struct list *list, enum stmt_op op);
// A new variable with its first value.
int gen_declare(struct generator *g, struct list *list, type_id type, int value);
void gen_atomic(struct generator *g, struct list *list);
void gen_assign(struct generator *g, struct list *list, int depth);
// So many statements, with a chance of `leave` percent that one leaves what is around; the first of them.
int gen_block(struct generator *g, int depth, int count, int leave);
// Loops: over a counter, for an element, of a pointer that moves, and one with two entries.
void gen_loop(struct generator *g, struct list *list, int depth);
void gen_rare_work(struct generator *g, struct list *list, int depth);
void gen_search(struct generator *g, struct list *list);
void gen_walk(struct generator *g, struct list *list, int depth);
void gen_irreducible(struct generator *g, struct list *list, int depth);
// A long loop along the own elements of one or two buffers: each is made of those around it.
void gen_row_loop(struct generator *g, struct list *list);
// Loops with many ways round and out. Two variables tell behind them how often and by which way.
void gen_ways(struct generator *g, struct list *list, int *rounds, int *way);
// Fills a loop's head; the counter enters the scope. Returns the most it runs.
int gen_loop_head(struct generator *g, int loop, int most);
// Some kinds of statements, a bit each, for `kinds`: kernels that never have what keeps an optimization away reach it.
uint32_t gen_some_kinds(struct generator *g);
// One or a few of any sort, of one work-item.
void gen_statement(struct generator *g, struct list *list, int depth);

// --- Rows ------------------------------------------------------------------------------------------------------------

// A row that can be named here, or 0. `write`: that may be written.
int gen_some_row(struct generator *g, bool write);
// A place in a row. `lvalue`: one that is not stored to by a function.
int gen_row_place(struct generator *g, int row, bool lvalue);
// A parameter of the helper being written, the kernel's first rows, and a pointer to the own slots of LOCAL_MEMORY.
int gen_row_parameter(struct generator *g);
void gen_first_rows(struct generator *g, struct list *list);
void gen_local_row(struct generator *g, struct list *list, int local);
// An argument for a helper's ROW; 0: there is none.
int gen_row_argument(struct generator *g, struct list *list, int parameter);
// Some loads, stores, swaps and the like, maybe under a condition.
void gen_row_statements(struct generator *g, struct list *list, int depth);

// --- What a group does together --------------------------------------------------------------------------------------

// Arrays in local memory, each filled first.
void gen_local_memory(struct generator *g, struct list *list);
// Values that live across a barrier.
void gen_carried(struct generator *g, struct list *list);
// `count` statements or groups of them. A `break` is allowed where the phases are `loop_phases` (not NULL).
void gen_group(struct generator *g, struct list *list, int depth, int count, const uint8_t *loop_phases);
// A value that is the same for all work-items, computed by a loop in which none of them does anything else.
void gen_common_rounds(struct generator *g, struct list *list);

#endif
