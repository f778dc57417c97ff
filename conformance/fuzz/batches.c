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

#define STALL_SECONDS 200
#define CPU_SEEDS (2 * BATCH) // kernels for one CPU

static void
add_find(uint64_t seed, int width, const char *cpu, enum outcome outcome, const char *text)
{
    struct find *find;

    for (int i = 0; i < fuzz_session->finds; i++)
        if (fuzz_session->find[i].seed == seed)
            return; // one is enough, at the width met first
    if (fuzz_session->finds == MAX_FINDS)
        return;
    find = &fuzz_session->find[fuzz_session->finds];
    *find = (struct find){.seed = seed, .width = width, .cpu = cpu, .outcome = outcome};
    snprintf(find->text, sizeof find->text, "%s", text);
    fuzz_session->finds++;
    printf("kernel %" PRIu64 ": %s: %s\n    repeat: ", fuzz_session->kernels + 1, fuzz_outcome_names[outcome], text);
    fuzz_print_command(find);
    fflush(stdout);
}

static struct kernel *batch[BATCH];
static struct memory batch_want[BATCH];

static void
run_one_alone(int i)
{
    struct text source = {0};
    char *log, text[512] = "";
    cl_program program;
    enum outcome outcome;

    fuzz_session->seed = batch[i]->seed;
    fuzz_print(&source, &batch[i], 1, fuzz_options.broken);
    program = fuzz_build(&source, batch[i]->seed, &log);
    if (!program) {
        add_find(batch[i]->seed, fuzz_session->width, fuzz_session->cpu, NO_BUILD, log);
    } else {
        outcome = fuzz_run_and_compare(batch[i], program, &batch_want[i], text, sizeof text);
        if (outcome != SAME)
            add_find(batch[i]->seed, fuzz_session->width, fuzz_session->cpu, outcome, text);
        clReleaseProgram(program);
    }
    free(log);
    free(source.data);
}

static bool
has_halves(const struct kernel *k)
{
    for (int i = 1; i < k->exprs; i++)
        if (k->expr[i].type >= 0 && k->expr[i].type < VECTOR_TYPES && fuzz_kind(k->expr[i].type) == F16)
            return true;
    for (int i = 1; i < k->vars; i++)
        if (k->var[i].type >= VECTOR_TYPES || fuzz_kind(k->var[i].type) == F16)
            return true;
    return false;
}

// Puts the kernels with halves last. Returns how many there are without.
static int
without_halves(int count)
{
    int left = 0;

    for (int i = 0; i < count; i++) {
        struct kernel *kernel = batch[i];
        struct memory want = batch_want[i];

        if (has_halves(kernel))
            continue;
        batch[i] = batch[left];
        batch_want[i] = batch_want[left];
        batch[left] = kernel;
        batch_want[left++] = want;
    }
    return left;
}

static void
run_batch_at(int count, int width)
{
    struct text source = {0};
    char *log, text[512] = "";
    cl_program program;
    double begin;

    fuzz_session->width = width;
    fuzz_session->seed = batch[0]->seed;
    fuzz_set_width(width);
    fuzz_print(&source, batch, count, fuzz_options.broken);
    begin = fuzz_seconds();
    program = fuzz_build(&source, batch[0]->seed, &log);
    fuzz_session->build_s += fuzz_seconds() - begin;
    free(source.data);
    if (!program) {
        for (int i = 0; i < count; i++)
            run_one_alone(i);
        free(log);
        return;
    }
    begin = fuzz_seconds();
    for (int i = 0; i < count; i++) {
        enum outcome outcome;

        fuzz_session->seed = batch[i]->seed;
        outcome = fuzz_run_and_compare(batch[i], program, &batch_want[i], text, sizeof text);
        if (outcome != SAME)
            add_find(batch[i]->seed, width, fuzz_session->cpu, outcome, text);
    }
    fuzz_session->run_s += fuzz_seconds() - begin;
    clReleaseProgram(program);
}

// At the next of the widths, or all of them, and as the reference.
static void
run_batch_everywhere(int count, uint64_t first)
{
    const int widths = fuzz_options.width_count, runs = fuzz_options.some ? fuzz_options.some : widths;
    const uint64_t turn = first / BATCH * (uint64_t)runs;

    for (int i = 0; i < runs; i++)
        run_batch_at(count, fuzz_options.widths[(turn + (uint64_t)i) % (uint64_t)widths]);
    if (fuzz_options.reference)
        run_batch_at(count, REFERENCE);
}

static void
run_batch(uint64_t first, uint64_t last)
{
    int count = 0, left;

    for (uint64_t seed = first; seed <= last; seed++) {
        fuzz_session->seed = seed;
        if (fuzz_prepare(batch[count], seed, &batch_want[count]))
            count++;
    }
    left = fuzz_has_halves() ? count : without_halves(count);
    if (left)
        run_batch_everywhere(left, first);
    for (int i = 0; i < count; i++)
        fuzz_memory_finish(&batch_want[i]);
    fuzz_session->kernels += (uint64_t)left;
    if (fuzz_options.verbose)
        fprintf(stderr, "%" PRIu64 " %.1f\n", last, fuzz_seconds() - fuzz_started);
}

// What a child does.
static void
run_seeds(uint64_t seed, uint64_t last)
{
    if (!fuzz_device_open(fuzz_session->cpu)) {
        fprintf(stderr, "weft-fuzz: no OpenCL device\n");
        _exit(3);
    }
    for (int i = 0; i < BATCH; i++)
        batch[i] = fuzz_allocate(sizeof *batch[i]);
    for (; seed <= last && fuzz_session->finds < fuzz_options.stop_after; seed = fuzz_session->batch_last + 1) {
        if (fuzz_options.seconds > 0 && fuzz_seconds() - fuzz_started > fuzz_options.seconds)
            fuzz_session->out_of_time = true;
        if (fuzz_session->out_of_time)
            break;
        fuzz_session->batch_first = seed;
        fuzz_session->batch_last = (seed | (BATCH - 1)) < last ? seed | (BATCH - 1) : last;
        if (!fuzz_options.lean || fuzz_is_lean(seed))
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

// Which CPU a seed's process builds for: the same for some batches.
static int
cpu_of(uint64_t seed)
{
    struct rng rng = {seed / CPU_SEEDS};

    fuzz_random(&rng);
    return fuzz_below(&rng, fuzz_options.cpu_count);
}

// All kernels of a range, in a process of their own; SAME: it ended in order.
static enum outcome
run_process(uint64_t first, uint64_t last)
{
    pid_t child;
    int status;

    fuzz_session->seed = fuzz_session->batch_first = fuzz_session->batch_last = first;
    fuzz_session->cpu = fuzz_options.cpu_count ? fuzz_options.cpus[cpu_of(first)] : NULL;
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
    const char *cpu = fuzz_session->cpu;

    for (uint64_t seed = fuzz_session->batch_first; seed <= last && fuzz_session->finds < fuzz_options.stop_after;
         seed++) {
        enum outcome alone = run_process(seed, seed);

        if (alone != SAME)
            add_find(seed, fuzz_session->width, fuzz_session->cpu, alone, "the process ended");
    }
    if (fuzz_session->finds == finds)
        add_find(suspect, width, cpu, together, "the process ended, but not with this kernel alone");
}

void
fuzz_run_seeds(void)
{
    for (uint64_t seed = fuzz_options.first;
         seed <= fuzz_options.last && fuzz_session->finds < fuzz_options.stop_after;) {
        uint64_t end = seed | (CPU_SEEDS - 1), last;
        enum outcome outcome;

        if (fuzz_options.cpu_count < 2 || end > fuzz_options.last)
            end = fuzz_options.last;
        outcome = run_process(seed, end);
        last = fuzz_session->batch_last;
        if (outcome != SAME)
            blame(outcome);
        else if (fuzz_session->out_of_time)
            break;
        seed = outcome == SAME ? end + 1 : last + 1;
    }
}
