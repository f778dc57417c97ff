// SPDX-License-Identifier: Apache-2.0
// What the fuzzer's interpreter makes of kernels written down here as trees.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "conformance/fuzz/value.h"

static struct kernel *k;

static int
node(enum expr_op op, type_id type, int a, int b, int kids, int first, int second)
{
    k->expr[k->exprs] =
        (struct expr){.op = (uint8_t)op, .type = type, .a = a, .b = b, .kids = (uint8_t)kids, .kid = {first, second}};
    return k->exprs++;
}

static int
variable(enum storage storage, type_id type)
{
    k->var[k->vars] = (struct var){.storage = storage, .type = type};
    return k->vars++;
}

static int
statement(enum stmt_op op, int a, int first, int second)
{
    k->stmt[k->stmts] = (struct stmt){.op = (uint8_t)op, .a = a, .e = {first, second}};
    if (k->stmts > 1 && op != S_RETURN)
        k->stmt[k->stmts - 1].next = k->stmts;
    return k->stmts++;
}

static int
number(uint64_t value)
{
    return fuzz_constant(k, fuzz_vector(U32, 1), &value);
}

// One work-item.
static int
start(void **state)
{
    (void)state;
    k = fuzz_allocate(sizeof *k);
    k->exprs = k->stmts = k->vars = 1;
    k->range = (struct geometry){.dimensions = 1, .global = {1, 1, 1}, .local = {1, 1, 1}};
    k->version = 30;
    return 0;
}

static int
finish(void **state)
{
    (void)state;
    free(k);
    return 0;
}

static void
assert_output(int output, int elements, const uint32_t *want)
{
    struct memory memory;

    fuzz_lay_out(k);
    fuzz_memory_init(&memory, k);
    assert_true(fuzz_interpret(k, &memory));
    for (int i = 0; i < elements; i++)
        assert_int_equal(((const uint32_t *)memory.buffer[output])[i], want[i]);
    fuzz_memory_finish(&memory);
}

// uint f0(uint x) { return x + 1; }  uint2 f1(uint x) { return (uint2)(f0(x), f0(f0(x))); }  out[0] = f1(6);
static void
vector_of_calls_is_returned_whole(void **state)
{
    const type_id scalar = fuzz_vector(U32, 1), pair = fuzz_vector(U32, 2);
    const int x0 = variable(PRIVATE, scalar), x1 = variable(PRIVATE, scalar), out = variable(OUTPUT, pair);
    int inner, outer, own;

    (void)state;
    k->var[out].slice = 1;
    k->function[0] = (struct function){.result = scalar, .parameter = {x0}, .parameters = 1};
    k->function[0].body =
        statement(S_RETURN, 0, node(E_BINARY, scalar, B_ADD, 0, 2, node(E_VAR, scalar, x0, 0, 0, 0, 0), number(1)), 0);
    inner = node(E_CALL, scalar, 0, 0, 1, node(E_VAR, scalar, x1, 0, 0, 0, 0), 0);
    outer = node(E_CALL, scalar, 0, 0, 1, inner, 0);
    k->function[1] = (struct function){.result = pair, .parameter = {x1}, .parameters = 1};
    k->function[1].body = statement(S_RETURN, 0, node(E_BUILD, pair, 0, 0, 2, inner, outer), 0);
    own = node(E_OWN, fuzz_vector(U64, 1), out, 0, 1, number(0), 0);
    own = node(E_ELEMENT, pair, 0, 0, 2, node(E_VAR, pair, out, 0, 0, 0, 0), own);
    k->function[2] = (struct function){.result = TYPE_VOID};
    k->functions = 3;
    k->function[2].body = k->stmts;
    statement(S_ASSIGN, 0, own, node(E_CALL, pair, 1, 0, 1, number(6), 0));
    assert_output(out, 2, (const uint32_t[]){7, 8});
}

static int
row_place(int row, enum row_form form, type_id type, uint64_t index)
{
    return node(E_ROW, type, row, form, 1, number(index), 0);
}

// global uint *row = out + 0 (8 elements): element 1, vector 1 of two, two elements from 5 on, value 3 of uint2, bytes.
static void
row_forms_reach_their_elements(void **state)
{
    const type_id scalar = fuzz_vector(U32, 1), pair = fuzz_vector(U32, 2), byte = fuzz_vector(U8, 1);
    const int out = variable(OUTPUT, scalar), row = variable(ROW, scalar);
    uint64_t lanes[] = {3, 4};
    int own;

    (void)state;
    k->var[out].slice = k->var[row].count = 8;
    own = node(E_OWN, fuzz_vector(U64, 1), out, 0, 1, number(0), 0);
    k->function[0] = (struct function){.result = TYPE_VOID, .body = 1};
    k->functions = 1;
    statement(S_POINT, row, node(E_POINTER, TYPE_VOID, out, 8, 1, own, 0), 0);
    for (uint64_t i = 0; i < 8; i++)
        statement(S_ASSIGN, 0, row_place(row, ROW_ELEMENT, scalar, i), number(0));
    statement(S_ASSIGN, 0, row_place(row, ROW_ELEMENT, scalar, 1), number(1));
    statement(S_ASSIGN, 0, row_place(row, ROW_VECTOR, pair, 1), fuzz_constant(k, pair, lanes));
    statement(S_ASSIGN, 0, row_place(row, ROW_UNALIGNED, pair, 5), row_place(row, ROW_UNALIGNED, pair, 1));
    statement(S_ASSIGN, 0, row_place(row, ROW_CAST, byte, 4 * 4 + 1), number(1));
    statement(S_ASSIGN, 0, row_place(row, ROW_ELEMENT, scalar, 7), row_place(row, ROW_CAST, scalar, 6));
    assert_output(out, 8, (const uint32_t[]){0, 1, 3, 4, 256, 1, 3, 3});
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(vector_of_calls_is_returned_whole, start, finish),
        cmocka_unit_test_setup_teardown(row_forms_reach_their_elements, start, finish),
    };

    return cmocka_run_group_tests_name("fuzz_interpret", tests, NULL, NULL);
}
