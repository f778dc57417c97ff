// SPDX-License-Identifier: Apache-2.0
// One kernel that is a find: printed, and made smaller while it stays one. A child process tries the candidates.
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/fuzz/session.h"

static void
print_kernel(FILE *to, struct kernel *k, const char *title)
{
    const struct geometry *range = &k->range;
    struct text source = {0};
    struct used used;

    fuzz_find_used(k, &used);
    fuzz_print(&source, &k, 1, fuzz_options.broken);
    fprintf(to, "// %s\n// global %zu %zu %zu, local %zu %zu %zu%s, offset %zu %zu %zu; options %s\n", title,
            range->global[0], range->global[1], range->global[2], range->local[0], range->local[1], range->local[2],
            range->local_null ? " (NULL)" : "", range->offset[0], range->offset[1], range->offset[2],
            fuzz_build_options(k->seed));
    for (int i = 1; i < k->vars; i++)
        if (used.var[i] && (fuzz_is_buffer(&k->var[i]) || k->var[i].storage == LOCAL_MEMORY))
            fprintf(to, "// v%d: %zu elements\n", i, fuzz_elements(k, &k->var[i]));
    fprintf(to, "%s", source.data);
    fflush(to);
    free(source.data);
}

// In a child that tries one candidate after the other, as the bytes on its pipe ask for.
static void
serve_tries(int requests, int replies, int width, const char *cpu)
{
    char byte;

    if (!fuzz_device_open(cpu))
        _exit(3);
    fuzz_set_width(width);
    while (read(requests, &byte, 1) == 1) {
        struct kernel *k = &fuzz_session->candidate;
        struct text source = {0};
        struct memory want;
        cl_program program;
        char *log;

        fuzz_clear_guards(k);
        fuzz_session->tried = SKIPPED;
        if (fuzz_interpret_all(k, &want)) {
            fuzz_print(&source, &k, 1, fuzz_options.broken);
            program = fuzz_build(&source, k->seed, &log);
            if (program) {
                fuzz_session->tried =
                    fuzz_run_and_compare(k, program, &want, fuzz_session->text, sizeof fuzz_session->text);
                clReleaseProgram(program);
            } else {
                fuzz_session->tried = NO_BUILD;
                snprintf(fuzz_session->text, sizeof fuzz_session->text, "%s", log);
            }
            free(log);
            free(source.data);
            fuzz_memory_finish(&want);
        }
        if (write(replies, &byte, 1) != 1)
            break;
    }
    _exit(0);
}

struct server {
    pid_t child;
    int to, from;
    int width;
    const char *cpu; // borrowed
};

static void
start_server(struct server *server)
{
    int requests[2], replies[2];

    if (pipe(requests) || pipe(replies))
        abort();
    server->child = fuzz_start_process();
    if (server->child == 0) {
        close(requests[1]);
        close(replies[0]);
        serve_tries(requests[0], replies[1], server->width, server->cpu);
    }
    close(requests[0]);
    close(replies[1]);
    server->to = requests[1];
    server->from = replies[0];
}

static void
stop_server(struct server *server)
{
    if (!server->child)
        return;
    kill(server->child, SIGKILL);
    waitpid(server->child, NULL, 0);
    close(server->to);
    close(server->from);
    server->child = 0;
}

static volatile sig_atomic_t alarmed;

static void
on_alarm(int number)
{
    (void)number;
    alarmed = 1;
}

// What comes of fuzz_session->candidate.
static enum outcome
try_candidate(struct server *server)
{
    char byte = 1;
    ssize_t got;

    if (!server->child)
        start_server(server);
    alarmed = 0;
    alarm(20);
    got = write(server->to, &byte, 1) == 1 ? read(server->from, &byte, 1) : 0;
    alarm(0);
    if (got == 1)
        return fuzz_session->tried;
    stop_server(server);
    return alarmed ? HUNG : CRASHED;
}

// What came of the candidate is the find again; a program that is refused for another reason is not.
static bool
is_same_find(enum outcome outcome, const struct find *find)
{
    return outcome == find->outcome && (outcome != NO_BUILD || !strncmp(fuzz_session->text, find->text, 20));
}

// `reference`: what came of the whole kernel there. A smaller one of which less comes is another find, or its meaning
// is not defined.
static void
shrink(struct kernel *k, const struct find *find, enum outcome reference)
{
    struct server there = {.width = find->width, .cpu = find->cpu}, alone = {.width = REFERENCE, .cpu = find->cpu};
    struct sigaction action = {.sa_handler = on_alarm}; // no SA_RESTART: it interrupts the read
    double end = fuzz_seconds() + fuzz_options.shrink_seconds;
    bool progress = true;
    int tries = 0;

    sigaction(SIGALRM, &action, NULL);
    while (progress && fuzz_seconds() < end) {
        progress = false;
        for (int n = 0; fuzz_seconds() < end; tries++) {
            memcpy(&fuzz_session->candidate, k, sizeof *k);
            if (!fuzz_reduce(&fuzz_session->candidate, n))
                break;
            if (is_same_find(try_candidate(&there), find) && (reference != SAME || try_candidate(&alone) == SAME)) {
                memcpy(k, &fuzz_session->candidate, sizeof *k);
                progress = true;
            } else {
                n++;
            }
        }
    }
    stop_server(&there);
    stop_server(&alone);
    fprintf(stderr, "seed %" PRIu64 ": %d tries\n", find->seed, tries);
}

void
fuzz_print_command(const struct find *find)
{
    char width[16];

    snprintf(width, sizeof width, "%d", find->width);
    printf("weft-fuzz --seed %" PRIu64 " --widths %s%s%s%s\n", find->seed, find->width == REFERENCE ? "ref" : width,
           find->cpu ? " --cpus " : "", find->cpu ? find->cpu : "", fuzz_options.broken ? " --break" : "");
}

// Once, in a child of its own.
static enum outcome
try_once(const struct kernel *k, int width, const char *cpu)
{
    struct server server = {.width = width, .cpu = cpu};
    enum outcome outcome;

    memcpy(&fuzz_session->candidate, k, sizeof *k);
    outcome = try_candidate(&server);
    stop_server(&server);
    return outcome;
}

// What the run without packing and optimization is.
static const char *
describe_reference(enum outcome outcome, const struct find *find)
{
    return outcome == SAME                                  ? "the reference run is as the interpreter says"
           : outcome == DIFFERS && find->width != REFERENCE ? "the reference run differs from the interpreter, too"
                                                            : fuzz_outcome_names[outcome];
}

void
fuzz_report(const struct find *find)
{
    struct kernel *k = fuzz_allocate(sizeof *k);
    enum outcome reference = SKIPPED;
    struct memory want;
    char title[700];
    FILE *file = NULL;

    fuzz_set_width(find->width); // for the options in the title
    snprintf(title, sizeof title, "seed %" PRIu64 ", width %d%s%s: %s", find->seed, find->width,
             find->cpu ? ", CPU " : "", find->cpu ? find->cpu : "", fuzz_outcome_names[find->outcome]);
    if (!fuzz_prepare(k, find->seed, &want)) {
        free(k);
        return;
    }
    fuzz_memory_finish(&want);
    print_kernel(stdout, k, title);
    if (!fuzz_options.print) {
        reference = try_once(k, REFERENCE, find->cpu);
        printf("// %s\n", describe_reference(reference, find));
    }
    if (fuzz_options.shrink) {
        shrink(k, find, find->width == REFERENCE ? SKIPPED : reference);
        // Once more, for the guards and the text of what is left.
        if (is_same_find(try_once(k, find->width, find->cpu), find) && find->outcome < CRASHED)
            snprintf(title + strlen(title), sizeof title - strlen(title), ": %s", fuzz_session->text);
        memcpy(k, &fuzz_session->candidate, sizeof *k);
        printf("\n// Shrunk: %s\n", describe_reference(try_once(k, REFERENCE, find->cpu), find));
        print_kernel(stdout, k, title);
    }
    if (fuzz_options.finds) {
        char path[512];

        snprintf(path, sizeof path, "%s/%" PRIu64 "-%d.cl", fuzz_options.finds, find->seed, find->width);
        file = fopen(path, "w");
        if (file) {
            print_kernel(file, k, title);
            fclose(file);
        }
    }
    free(k);
}
