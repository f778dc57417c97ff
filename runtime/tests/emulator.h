// SPDX-License-Identifier: Apache-2.0
// Tests of what an emulator of user space (qemu-user 7.2) does not do.
#ifndef WEFT_TESTS_EMULATOR_H
#define WEFT_TESTS_EMULATOR_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define EMULATOR_HAS_NO_LIMITS "knows no limits of memory"
#define EMULATOR_HAS_NO_THREADS_IN_CHILDREN "ends when the child of a fork starts a thread"
#define EMULATOR_HAS_ITS_OWN_ROOT "opens the root directory in what it was given for libraries"
#define EMULATOR_HAS_ITS_OWN_THREADS "has a thread of its own"
// Of aarch64 on x86-64: stlr has a fence before and ldar one after, so that nothing is between the two.
#define EMULATOR_HAS_NO_TOTAL_ORDER "lets a seq_cst load pass a seq_cst store before it"
#define EMULATOR_HAS_NO_SILENT_CHILDREN "has no children without a signal at their end"

// What a program returns whose tests are left out: CTest says that it was skipped.
#define EMULATOR_SKIPPED_ALL 77

// Whether a program's tests are left out under an emulator.
static inline bool
emulator_leaves_out_all(const char *why)
{
    if (!getenv("WEFT_TEST_EMULATOR"))
        return false;
    print_message("skipped all: the emulator %s\n", why);
    return true;
}

// Ends the test when it runs under an emulator.
static inline void
skip_where_the_emulator(const char *lacks)
{
    if (!getenv("WEFT_TEST_EMULATOR"))
        return;
    print_message("skipped: the emulator %s\n", lacks);
    skip();
}

#endif
