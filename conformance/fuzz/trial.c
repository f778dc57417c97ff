// SPDX-License-Identifier: Apache-2.0
// Making, interpreting and running one kernel.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "conformance/fuzz/session.h"

double
fuzz_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

pid_t
fuzz_start_process(void)
{
    const pid_t parent = getpid();
    pid_t child = fork();

    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // who stays behind might run a kernel that hangs
        if (getppid() != parent)
            _exit(3); // it ended before the line above
    }
    if (child >= 0)
        return child;
    perror("weft-fuzz: fork");
    exit(3);
}

void
fuzz_clear_guards(struct kernel *k)
{
    for (int i = 0; i < k->exprs; i++)
        k->expr[i].guarded = false;
}

bool
fuzz_interpret_all(struct kernel *k, struct memory *want)
{
    fuzz_settle_range(k);
    fuzz_lay_out(k);
    fuzz_memory_init(want, k);
    if (fuzz_interpret(k, want))
        return true;
    fuzz_memory_finish(want);
    return false;
}

bool
fuzz_prepare(struct kernel *k, uint64_t seed, struct memory *want)
{
    double begin = fuzz_seconds();

    fuzz_generate(k, seed);
    fuzz_session->generate_s += fuzz_seconds() - begin;
    begin = fuzz_seconds();
    for (int tries = 0; tries < 6; tries++) {
        bool done;

        fuzz_clear_guards(k);
        done = fuzz_interpret_all(k, want);
        if (done) {
            fuzz_session->interpret_s += fuzz_seconds() - begin;
            return true;
        }
        for (int d = 0; d < k->range.dimensions; d++) {
            k->range.global[d] = (k->range.global[d] + 1) / 2;
            if (k->range.local[d] > k->range.global[d])
                k->range.local[d] = k->range.global[d];
        }
    }
    fuzz_session->interpret_s += fuzz_seconds() - begin;
    return false;
}

void
fuzz_settle_range(struct kernel *k)
{
    struct geometry *range = &k->range;

    for (int d = 0; d < range->dimensions; d++) {
        if (range->local[d] > range->global[d])
            range->local[d] = range->global[d];
        if (k->version < 20)
            range->global[d] -= range->global[d] % range->local[d];
        if (range->global[d] % range->local[d] || range->local_null)
            range->required_size = false;
    }
}

static enum outcome
run_once(const struct kernel *k, cl_program program, const struct memory *want, char *text, size_t size)
{
    struct memory have;
    enum outcome outcome = SAME;

    if (!fuzz_can_run(k))
        return SAME;
    fuzz_memory_init(&have, k);
    if (!fuzz_run(k, program, &have, text, size))
        outcome = API_ERROR;
    else if (fuzz_compare(k, want, &have, text, size))
        outcome = DIFFERS;
    fuzz_memory_finish(&have);
    return outcome;
}

// Whether the text of both is the same: numbers of work-items are in it, and what keeps it from overflows.
static bool
is_same_text(const struct kernel *k, const struct kernel *other)
{
    if (memcmp(k->range.global, other->range.global, sizeof k->range.global) != 0)
        return false;
    for (int i = 0; i < k->exprs; i++)
        if (k->expr[i].guarded != other->expr[i].guarded)
            return false;
    return true;
}

// The kernel with another local size, and what it does to memory. False: it cannot have one, as those with a group's
// statements.
static bool
has_other_groups(const struct kernel *k, struct kernel *other, struct memory *want)
{
    static const size_t sizes[][3] = {{1, 16, 1}, {8, 4, 2}, {33, 1, 1}, {3, 5, 7}, {64, 2, 1}, {1, 1, 32}};

    if (k->range.required_size || k->range.local_null)
        return false;
    for (int i = 1; i < k->stmts; i++)
        if (k->stmt[i].op >= S_BARRIER)
            return false;
    memcpy(other, k, sizeof *other);
    memcpy(other->range.local, sizes[k->seed % (sizeof sizes / sizeof *sizes)], sizeof other->range.local);
    for (int i = k->range.dimensions; i < 3; i++)
        other->range.local[i] = 1;
    if (!fuzz_interpret_all(other, want))
        return false;
    if (is_same_text(k, other))
        return true;
    fuzz_memory_finish(want);
    return false;
}

enum outcome
fuzz_run_and_compare(const struct kernel *k, cl_program program, const struct memory *want, char *text, size_t size)
{
    struct kernel *other = fuzz_options.launches > 1 ? fuzz_allocate(sizeof *other) : NULL;
    struct memory wanted_there = {0};
    enum outcome outcome = SAME;
    bool has_other;

    has_other = other && has_other_groups(k, other, &wanted_there);
    for (int i = 0; i < fuzz_options.launches && outcome == SAME; i++) {
        outcome = has_other && i % 2 ? run_once(other, program, &wanted_there, text, size)
                                     : run_once(k, program, want, text, size);
    }
    if (has_other)
        fuzz_memory_finish(&wanted_there);
    free(other);
    return outcome;
}
