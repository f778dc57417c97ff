// SPDX-License-Identifier: Apache-2.0
// Making, interpreting and running one kernel.
#include <stdio.h>
#include <stdlib.h>
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
    pid_t child = fork();

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

enum outcome
fuzz_run_and_compare(const struct kernel *k, cl_program program, const struct memory *want, char *text, size_t size)
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
