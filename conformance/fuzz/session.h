// SPDX-License-Identifier: Apache-2.0
// One run of the fuzzer: its options, what its processes share, and trying one kernel.
#ifndef WEFT_FUZZ_SESSION_H
#define WEFT_FUZZ_SESSION_H

#include <sys/types.h>

#include "conformance/fuzz/device.h"

#define MAX_FINDS 64
#define MAX_WIDTHS 32
#define MAX_CPUS 16
#define DRAWN_SETS 4     // for each CPU
#define MAX_CPU_TEXT 512 // with what is switched off

enum outcome { SAME, DIFFERS, NO_BUILD, API_ERROR, CRASHED, HUNG, SKIPPED };
extern const char *const fuzz_outcome_names[];

struct find {
    uint64_t seed;
    int width;
    const char *cpu; // borrowed from the options; NULL: the host's
    enum outcome outcome;
    char text[512];
};

// In memory that the processes share. One of them works, the others wait for it.
struct session {
    uint64_t seed; // under way
    int width;
    const char *cpu;
    uint64_t batch_first, batch_last;
    uint64_t kernels; // finished
    int finds;
    volatile bool out_of_time; // or told to end by SIGTERM
    struct find find[MAX_FINDS];
    double generate_s, interpret_s, build_s, run_s;
    // A kernel to try, and what came of it.
    enum outcome tried;
    char text[512];
    struct kernel candidate;
};

struct options {
    uint64_t first, last;
    int widths[MAX_WIDTHS], width_count;
    const char *cpus[MAX_CPUS];
    int cpu_count;
    bool reference; // each program runs as such, too
    bool lean;      // only batches of such
    bool shrink, broken, print, verbose;
    double seconds, shrink_seconds;
    int stop_after, some, launches;
    const char *finds;
};

extern struct options fuzz_options;
extern struct session *fuzz_session;
extern double fuzz_started;

// --- trial.c ---------------------------------------------------------------------------------------------------------

double fuzz_seconds(void);
pid_t fuzz_start_process(void);
void fuzz_clear_guards(struct kernel *kernel);
// Interprets over new memory, which holds the result afterwards. False: too long.
bool fuzz_interpret_all(struct kernel *kernel, struct memory *want);
// The kernel of a seed, in a size that is interpreted in reasonable time.
bool fuzz_prepare(struct kernel *kernel, uint64_t seed, struct memory *want);
// Makes the range one that the kernel's version has; a required size stays only where all work-groups have it.
void fuzz_settle_range(struct kernel *kernel);
enum outcome fuzz_run_and_compare(const struct kernel *kernel, cl_program program, const struct memory *want,
                                  char *text, size_t size);

// --- batches.c -------------------------------------------------------------------------------------------------------

// All seeds of the options, in child processes; fills the session's finds.
void fuzz_run_seeds(void);

// --- find.c ----------------------------------------------------------------------------------------------------------

// The command that shows it again, and the end of the line.
void fuzz_print_command(const struct find *find);
// Prints the find's kernel, smaller if that is wanted.
void fuzz_report(const struct find *find);

#endif
