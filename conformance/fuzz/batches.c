// SPDX-License-Identifier: Apache-2.0
// Many kernels: several in a program, in a child process, so that one that crashes or hangs is a find like any other.
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/fuzz/session.h"

#define STALL_SECONDS 90

static void
add_find(uint64_t seed, int width, enum outcome outcome, const char *text)
{
    struct find *find;

    for (int i = 0; i < fuzz_session->finds; i++)
        if (fuzz_session->find[i].seed == seed)
            return; // one is enough, at the width met first
    if (fuzz_session->finds == MAX_FINDS)
        return;
    find = &fuzz_session->find[fuzz_session->finds];
    *find = (struct find){.seed = seed, .width = width, .outcome = outcome};
    snprintf(find->text, sizeof find->text, "%s", text);
    fuzz_session->finds++;
    printf("seed %" PRIu64 ", width %d: %s: %s\n", seed, width, fuzz_outcome_names[outcome], text);
    fflush(stdout);
}

static struct kernel *batch[BATCH];
static struct memory batch_want[BATCH];

static void
run_one_alone(int i, int width)
{
    struct text source = {0};
    char *log, text[512] = "";
    cl_program program;
    enum outcome outcome;

    fuzz_session->seed = batch[i]->seed;
    fuzz_print(&source, &batch[i], 1, fuzz_options.broken);
    program = fuzz_build(&source, batch[i]->seed, &log);
    if (!program) {
        add_find(batch[i]->seed, width, NO_BUILD, log);
    } else {
        outcome = fuzz_run_and_compare(batch[i], program, &batch_want[i], text, sizeof text);
        if (outcome != SAME)
            add_find(batch[i]->seed, width, outcome, text);
        clReleaseProgram(program);
    }
    free(log);
    free(source.data);
}

static void
run_batch_at(int count, int width, const struct text *source)
{
    char *log, text[512] = "";
    cl_program program;
    double begin = fuzz_seconds();

    fuzz_set_width(width);
    fuzz_session->width = width;
    fuzz_session->seed = batch[0]->seed;
    program = fuzz_build(source, batch[0]->seed, &log);
    fuzz_session->build_s += fuzz_seconds() - begin;
    if (!program) {
        for (int i = 0; i < count; i++)
            run_one_alone(i, width);
        free(log);
        return;
    }
    begin = fuzz_seconds();
    for (int i = 0; i < count; i++) {
        enum outcome outcome;

        fuzz_session->seed = batch[i]->seed;
        outcome = fuzz_run_and_compare(batch[i], program, &batch_want[i], text, sizeof text);
        if (outcome != SAME)
            add_find(batch[i]->seed, width, outcome, text);
    }
    fuzz_session->run_s += fuzz_seconds() - begin;
    clReleaseProgram(program);
}

static void
run_batch(uint64_t first, uint64_t last)
{
    struct text source = {0};
    int count = 0;

    for (uint64_t seed = first; seed <= last; seed++) {
        fuzz_session->seed = seed;
        if (!fuzz_prepare(batch[count], seed, &batch_want[count]))
            continue;
        fuzz_settle_required_size(batch[count]);
        count++;
    }
    if (count) {
        fuzz_print(&source, batch, count, fuzz_options.broken);
        for (int i = 0; i < (fuzz_options.some ? fuzz_options.some : fuzz_options.width_count); i++)
            run_batch_at(count, fuzz_options.widths[(first / BATCH + (uint64_t)i) % (uint64_t)fuzz_options.width_count],
                         &source);
        free(source.data);
    }
    for (int i = 0; i < count; i++)
        fuzz_memory_finish(&batch_want[i]);
    fuzz_session->kernels += (uint64_t)count;
    if (fuzz_options.verbose)
        fprintf(stderr, "%" PRIu64 " %.1f\n", last, fuzz_seconds() - fuzz_started);
}

// What a child does.
static void
run_seeds(uint64_t seed, uint64_t last)
{
    if (!fuzz_device_open()) {
        fprintf(stderr, "weft-fuzz: no OpenCL device\n");
        _exit(3);
    }
    for (int i = 0; i < BATCH; i++)
        batch[i] = fuzz_allocate(sizeof *batch[i]);
    for (; seed <= last && fuzz_session->finds < fuzz_options.stop_after; seed = fuzz_session->batch_last + 1) {
        if (fuzz_options.seconds > 0 && fuzz_seconds() - fuzz_started > fuzz_options.seconds) {
            fuzz_session->out_of_time = true;
            break;
        }
        fuzz_session->batch_first = seed;
        fuzz_session->batch_last = (seed | (BATCH - 1)) < last ? seed | (BATCH - 1) : last;
        run_batch(seed, fuzz_session->batch_last);
    }
    _exit(0);
}

// Waits for a child; -1: it was ended because it made no progress. Time is counted in naps, so that who stops this
// process and the child for a while finds them as they were.
static int
wait_for(pid_t child, double limit, const uint64_t *progress)
{
    const double nap = 0.005;
    double idle = 0;
    uint64_t seen = 0;
    int status;

    while (waitpid(child, &status, WNOHANG) == 0) {
        if (progress && *progress != seen) {
            seen = *progress;
            idle = 0;
        }
        if (idle > limit) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        usleep((useconds_t)(nap * 1e6));
        idle += nap;
    }
    return status;
}

// All kernels of a range, in a process of their own; SAME: it ended in order.
static enum outcome
run_process(uint64_t first, uint64_t last)
{
    pid_t child;
    int status;

    fuzz_session->seed = fuzz_session->batch_first = fuzz_session->batch_last = first;
    fflush(stdout);
    child = fuzz_start_process();
    if (child == 0)
        run_seeds(first, last);
    status = wait_for(child, STALL_SECONDS, &fuzz_session->seed);
    if (status == -1)
        return HUNG;
    if (!WIFEXITED(status))
        return CRASHED;
    if (WEXITSTATUS(status))
        exit(WEXITSTATUS(status));
    return SAME;
}

// Which kernels of a batch make the process crash or hang: each runs alone.
static void
blame(enum outcome together)
{
    uint64_t suspect = fuzz_session->seed, last = fuzz_session->batch_last;
    int width = fuzz_session->width, finds = fuzz_session->finds;

    for (uint64_t seed = fuzz_session->batch_first; seed <= last && fuzz_session->finds < fuzz_options.stop_after;
         seed++) {
        enum outcome alone = run_process(seed, seed);

        if (alone != SAME)
            add_find(seed, fuzz_session->width, alone, "the process ended");
    }
    if (fuzz_session->finds == finds)
        add_find(suspect, width, together, "the process ended, but not with this kernel alone");
}

void
fuzz_run_seeds(void)
{
    for (uint64_t seed = fuzz_options.first;
         seed <= fuzz_options.last && fuzz_session->finds < fuzz_options.stop_after;) {
        enum outcome outcome = run_process(seed, fuzz_options.last);
        uint64_t last = fuzz_session->batch_last;

        if (outcome == SAME)
            break;
        blame(outcome);
        seed = last + 1;
    }
}
