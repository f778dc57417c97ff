// SPDX-License-Identifier: Apache-2.0
// weft-fuzz: random kernels, interpreted on the host and run packed at each width; any difference is reported.
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "compiler/switches.h"
#include "conformance/fuzz/session.h"

const char *const fuzz_outcome_names[] = {"same",    "differs", "does not build", "API error",
                                          "crashes", "hangs",   "skipped"};
struct options fuzz_options = {.widths = {0, 1, 2, 4, 8, 16, 32, 64, 128},
                               .width_count = 9,
                               .reference = true,
                               .shrink_seconds = 120,
                               .stop_after = 5,
                               .launches = 1};
struct session *fuzz_session;
double fuzz_started;

static void
usage(void)
{
    fprintf(
        stderr,
        "usage: weft-fuzz --seed A [--count N] [--widths 1,8,16] [--some N] [--cpus x86-64-v2,native]\n"
        "                 [--launches N] [--no-reference] [--time SECONDS] [--stop-after FINDS] [--finds DIRECTORY]\n"
        "                 [--lean] [--shrink] [--shrink-time SECONDS] [--break] [--verbose]\n"
        "       weft-fuzz --print SEED\n"
        "A width of 0 leaves WEFT_WIDTH unset. With --some, each kernel runs at N of the widths in turn.\n"
        "With --launches, each program of a kernel runs N times, every second time with another local size where the\n"
        "kernel may have one: WEFT_TUNE=always makes them launches of different forms.\n"
        "WEFT_CPU is set to one of the CPUs for some programs at a time, and WEFT_WITHOUT to what follows\n"
        "it: native/wide-masks+bound-tests, or native/? for sets drawn by the seed. Each kernel also runs at width 1\n"
        "without optimization, unless --no-reference is given or a width is that run: `ref`.\n"
        "--lean runs only kernels of few statements of few kinds, as half of the seeds have: many in the same time.\n"
        "--break writes one operator of each kernel wrong.\n");
    exit(2);
}

static void
parse_widths(const char *text)
{
    fuzz_options.width_count = 0;
    while (*text) {
        char *end;

        if (fuzz_options.width_count == MAX_WIDTHS)
            usage();
        if (!strncmp(text, "ref", 3)) {
            fuzz_options.widths[fuzz_options.width_count++] = REFERENCE;
            fuzz_options.reference = false;
            end = (char *)text + 3;
        } else {
            fuzz_options.widths[fuzz_options.width_count++] = (int)strtol(text, &end, 10);
        }
        if (end == text || (*end && *end != ','))
            usage();
        text = *end ? end + 1 : end;
    }
    if (!fuzz_options.width_count)
        usage();
}

// The host can run programs for it.
static bool
runs_here(const char *cpu)
{
#if defined(__x86_64__)
    if (!strncmp(cpu, "x86-64-v2", 9))
        return __builtin_cpu_supports("x86-64-v2");
    if (!strncmp(cpu, "x86-64-v3", 9))
        return __builtin_cpu_supports("x86-64-v3");
    if (!strncmp(cpu, "x86-64-v4", 9))
        return __builtin_cpu_supports("x86-64-v4");
#endif
    return strncmp(cpu, "x86-64-v", 8) != 0;
}

static void
parse_cpus(char *text)
{
    for (char *cpu = strtok(text, ","); cpu; cpu = strtok(NULL, ",")) {
        if (fuzz_options.cpu_count == MAX_CPUS)
            usage();
        if (runs_here(cpu))
            fuzz_options.cpus[fuzz_options.cpu_count++] = cpu;
        else
            fprintf(stderr, "weft-fuzz: not here: %s\n", cpu);
    }
}

// One of four; without packing there would be little to switch off.
static bool
is_drawn(unsigned number, struct rng *rng)
{
    return number != WEFT_SWITCH_PACKING && fuzz_below(rng, 4) == 0;
}

// `CPU/?` becomes some CPUs with optimizations switched off that the first seed draws.
static void
draw_switches(void)
{
    const char *cpus[MAX_CPUS];
    const int count = fuzz_options.cpu_count;
    struct rng rng = {fuzz_options.first};

    memcpy(cpus, fuzz_options.cpus, sizeof cpus);
    fuzz_options.cpu_count = 0;
    for (int i = 0; i < count; i++) {
        const char *end = strstr(cpus[i], "/?");
        const int sets = end ? DRAWN_SETS : 1;

        for (int set = 0; set < sets && fuzz_options.cpu_count < MAX_CPUS; set++) {
            static char texts[MAX_CPUS][MAX_CPU_TEXT];
            char *text = texts[fuzz_options.cpu_count];
            size_t length = end ? (size_t)(end - cpus[i]) : strlen(cpus[i]);

            length = (size_t)snprintf(text, MAX_CPU_TEXT, "%.*s", (int)length, cpus[i]);
            for (unsigned s = 0; end && s < WEFT_SWITCHES; s++)
                if (is_drawn(s, &rng) && length < MAX_CPU_TEXT)
                    length += (size_t)snprintf(text + length, MAX_CPU_TEXT - length, "%c%s",
                                               strchr(text, '/') ? '+' : '/', weft_switch_name(s));
            if (length >= MAX_CPU_TEXT)
                usage();
            fuzz_options.cpus[fuzz_options.cpu_count++] = text;
        }
    }
}

static void
parse(int argc, char **argv)
{
    bool seed = false;
    uint64_t count = 1;

    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        char none[] = "", *value = i + 1 < argc ? argv[i + 1] : none, *end;

        if (!strcmp(name, "--shrink")) {
            fuzz_options.shrink = true;
            continue;
        }
        if (!strcmp(name, "--break")) {
            fuzz_options.broken = true;
            continue;
        }
        if (!strcmp(name, "--verbose")) {
            fuzz_options.verbose = true;
            continue;
        }
        if (!strcmp(name, "--lean")) {
            fuzz_options.lean = true;
            continue;
        }
        if (!strcmp(name, "--no-reference")) {
            fuzz_options.reference = false;
            continue;
        }
        i++;
        if (!strcmp(name, "--seed") || !strcmp(name, "--print")) {
            fuzz_options.first = strtoull(value, &end, 10);
            fuzz_options.print = !strcmp(name, "--print");
            seed = *value && !*end;
        } else if (!strcmp(name, "--count")) {
            count = strtoull(value, &end, 10);
            if (!count || *end)
                usage();
        } else if (!strcmp(name, "--widths")) {
            parse_widths(value);
        } else if (!strcmp(name, "--cpus")) {
            parse_cpus(value);
        } else if (!strcmp(name, "--time")) {
            fuzz_options.seconds = strtod(value, NULL);
        } else if (!strcmp(name, "--shrink-time")) {
            fuzz_options.shrink_seconds = strtod(value, NULL);
        } else if (!strcmp(name, "--stop-after")) {
            fuzz_options.stop_after = (int)strtol(value, NULL, 10);
        } else if (!strcmp(name, "--some")) {
            fuzz_options.some = (int)strtol(value, NULL, 10);
        } else if (!strcmp(name, "--launches")) {
            fuzz_options.launches = (int)strtol(value, NULL, 10);
        } else if (!strcmp(name, "--finds")) {
            fuzz_options.finds = value;
        } else {
            usage();
        }
    }
    if (!seed)
        usage();
    draw_switches();
    fuzz_options.last = fuzz_options.first + count - 1;
    if (fuzz_options.stop_after > MAX_FINDS)
        fuzz_options.stop_after = MAX_FINDS;
}

// The batch at hand is the last one, as when time is up.
static void
on_term(int number)
{
    (void)number;
    fuzz_session->out_of_time = true;
}

int
main(int argc, char **argv)
{
    parse(argc, argv);
    fuzz_session = mmap(NULL, sizeof *fuzz_session, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fuzz_session == MAP_FAILED) {
        perror("weft-fuzz: mmap");
        return 3;
    }
    fuzz_started = fuzz_seconds();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTERM, on_term); // of the processes that run batches, too
    if (fuzz_options.print) {
        struct find find = {.seed = fuzz_options.first};

        fuzz_options.shrink = false;
        fuzz_report(&find);
        return 0;
    }
    fuzz_run_seeds();
    signal(SIGTERM, SIG_DFL);
    for (int i = 0; i < fuzz_session->finds; i++)
        fuzz_report(&fuzz_session->find[i]);
    printf("generating %.2f s, interpreting %.2f s, building %.2f s, running %.2f s%s\n", fuzz_session->generate_s,
           fuzz_session->interpret_s, fuzz_session->build_s, fuzz_session->run_s,
           fuzz_session->out_of_time ? "; out of time" : "");
    printf("%" PRIu64 " kernels, %d differences\n", fuzz_session->kernels, fuzz_session->finds);
    return fuzz_session->finds ? 1 : 0;
}
