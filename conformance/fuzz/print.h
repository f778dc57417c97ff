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

void fuzz_print_expr(struct printer *printer, int expr);
// "float4" or "struct S7_0"; arrays: their element.
void fuzz_print_type(struct printer *printer, type_id type);
void fuzz_print_scalar(struct text *text, enum kind kind, uint64_t value);
// An index that is below count whatever its expression gives.
void fuzz_print_index(struct printer *printer, int expr, size_t count, bool guarded);
void fuzz_print_local_linear(struct printer *printer);
void fuzz_print_local_total(struct printer *printer);
void fuzz_print_linear(struct printer *printer, bool last_first);

#endif
