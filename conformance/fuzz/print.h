// SPDX-License-Identifier: Apache-2.0
// What printing statements (print.c) and expressions (print_expr.c) share.
#ifndef WEFT_FUZZ_PRINT_H
#define WEFT_FUZZ_PRINT_H

#include "conformance/fuzz/ast.h"

enum prelude { PRELUDE_DIV, PRELUDE_MOD, PRELUDE_CANONICAL, PRELUDES };

struct printer {
    struct text *text;
    const struct kernel *kernel;
    bool break_next;                     // write the next operator wrong
    bool needed[VECTOR_TYPES][PRELUDES]; // functions the source calls
    bool linear[2];                      // the variables linear0 and linear1 are used
    bool structs[MAX_AGGREGATES];        // what the source names
};

#define OUT(...) fuzz_text_add(p->text, __VA_ARGS__)

// --- print_expr.c ----------------------------------------------------------------------------------------------------

void fuzz_indent(struct printer *printer, int depth);
void fuzz_print_expr(struct printer *printer, int expr);
// "float4" or "struct S7_0"; arrays: their element.
void fuzz_print_type(struct printer *printer, type_id type);
void fuzz_print_scalar(struct text *text, enum kind kind, uint64_t value);
// An index that is below count whatever its expression gives.
void fuzz_print_index(struct printer *printer, int expr, size_t count, bool guarded);
void fuzz_print_local_linear(struct printer *printer);
void fuzz_print_local_total(struct printer *printer);
void fuzz_print_linear(struct printer *printer, bool last_first);

// --- print_rows.c ----------------------------------------------------------------------------------------------------

// "local uint4 *"
void fuzz_print_pointer_type(struct printer *printer, enum space space, type_id type);
void fuzz_print_row(struct printer *printer, const struct expr *row);
void fuzz_print_pointer(struct printer *printer, const struct expr *pointer);
// False: the place is not one that a function stores to, but an lvalue.
bool fuzz_print_row_store(struct printer *printer, int place, int value);
void fuzz_print_point(struct printer *printer, const struct stmt *point);

// --- print_group.c ---------------------------------------------------------------------------------------------------

void fuzz_print_local_init(struct printer *printer, const struct stmt *init, int depth);
// `at`: the statement's number, for the names of what it declares.
void fuzz_print_reduction(struct printer *printer, const struct stmt *reduction, int at, int depth);
void fuzz_print_collective(struct printer *printer, const struct stmt *collective);

#endif
