// SPDX-License-Identifier: Apache-2.0
// Litmus tests: what work-items may and may not see of each other's memory operations, counted over many rounds.
#ifndef WEFT_CONFORMANCE_LITMUS_H
#define WEFT_CONFORMANCE_LITMUS_H

#include "conformance/tests/support.h"

enum { LITMUS_ROLES = 4, LITMUS_REGISTERS = 4 };

// Where the atomic objects x and y and the ordinary object d are; the fences' flags unless a test says others.
enum litmus_place {
    LITMUS_GLOBAL,      // all global; the roles are work-groups, on as many threads as there are
    LITMUS_LOCAL,       // all local; the roles are work-items of one group
    LITMUS_LOCAL_DATA,  // d local, x and y global; of one group
    LITMUS_GLOBAL_DATA, // d global, x and y local; of one group
};

// A test is played once a round on objects of its own, which start as 0. The roles' bodies are OpenCL C over
//   x, y (pointers to atomics), d (pointer to int), base (what stands for 0 in this round),
//   LOAD(p, order), STORE(p, v, order), ADD(p, v, order), EXCHANGE(p, v, order), MIN(p, v, order): the atomic
//   operations; all but STORE give the old value, FENCE(order), NORMAL(v) (an ordinary object's value in this round)
//   and R(n, v): register n becomes v.
// Outcomes are patterns of the registers' values, '*' stands for any; lists of them are separated by spaces.
struct litmus_test {
    const char *name;
    enum litmus_place place;
    const char *flags, *scope;       // of fences; NULL: what the place needs
    const char *roles[LITMUS_ROLES]; // the first without a body ends them
    const char *after;               // NULL, or run when all roles have ended; only of global tests
    const char *forbidden;           // seen in no round
    const char *watched;             // counted and printed
    const char *seen;                // each seen in a long run on several threads
    bool on_two_threads;             // `seen` is seen only when two threads share the roles
};

// Builds the program of all tests; the rounds of each are WEFT_LITMUS_ROUNDS (of all tests together) divided by
// `count`.
void litmus_begin(const struct litmus_test *tests, size_t count);
void litmus_end(void);
// A cmocka test; *state points to a struct litmus_test.
void litmus_run(void **state);

// The OpenCL C of the global or of the local tests, to be freed.
char *litmus_source(const struct litmus_test *tests, size_t count, bool global);
unsigned litmus_role_count(const struct litmus_test *test);
unsigned litmus_register_count(const struct litmus_test *test);

// The kernels' layout.
enum {
    LITMUS_CELLS = 128,    // sets of objects, used again and again
    LITMUS_CELL_INTS = 64, // two pairs of cache lines
    LITMUS_CHUNK = 16,     // rounds between two meetings of the groups
    LITMUS_ITEMS = 64,     // work-items of a group of local tests
    LITMUS_NO_VALUE = 254, // a register whose value nobody wrote
    LITMUS_NOT_RUN = 255,
};

#endif
