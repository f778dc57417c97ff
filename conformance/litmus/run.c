// SPDX-License-Identifier: Apache-2.0
// Runs litmus tests: launches until there are enough rounds, outcomes counted and compared with what is allowed.
#define _GNU_SOURCE
#include "conformance/litmus/litmus.h"

#include "runtime/tests/emulator.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_ROUNDS = 8000000, // of all tests
    LONG_RUN = 100000,        // rounds of one test from which on all that is allowed is expected to be seen
    LONGER_RUNS = 50,         // as many times that, where a busy machine lets the groups meet seldom
    LAUNCH_ROUNDS = 1 << 17,  // at most
    PATIENCE = 1 << 27,       // polls, some tenths of a second
    LAUNCHES_IN_VAIN = 3,     // without a round, then the groups are taken not to run at one time
    ALONE_LAUNCHES = 50,      // enough of groups that do not
    CODES = 1 << 4 * LITMUS_REGISTERS,
};

// Of global tests, and of local tests with each of these numbers of work-items side by side, which make their orders
// differ.
static const char *const widths[] = {"1", "4"};
enum { WIDTHS = sizeof widths / sizeof *widths };
static cl_program global_program, local_programs[WIDTHS];
static cl_mem cells, results, arrived;
static cl_uchar *values;
static unsigned threads;
static size_t rounds_each;

// The rounds' outcomes by code, four bits a register; 15 is a value that nobody wrote.
struct counts {
    size_t of[CODES], rounds;
};

static cl_mem
make(size_t bytes)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(test_context, 0, bytes, NULL, &err);

    CHECK(err);
    return buffer;
}

static void
fill(cl_mem buffer, cl_uchar value, size_t bytes)
{
    CHECK(clEnqueueFillBuffer(test_queue, buffer, &value, 1, 0, bytes, 0, NULL, NULL));
}

static unsigned
count_threads(void)
{
    cl_uint units = 1;
    const char *limit = getenv("WEFT_THREADS");
    cpu_set_t set;

    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    if (sched_getaffinity(0, sizeof set, &set) == 0 && (cl_uint)CPU_COUNT(&set) < units)
        units = (cl_uint)CPU_COUNT(&set);
    if (limit && atoi(limit) > 0 && (cl_uint)atoi(limit) < units)
        units = (cl_uint)atoi(limit);
    return units;
}

// Keeps this thread, which runs groups too, from sharing a CPU with another that does. The platform has looked at the
// process's CPUs when it has run something.
static void
stay_on_this_cpu(void)
{
    cpu_set_t set;

    fill(cells, 0, LITMUS_CELLS);
    CHECK(clFinish(test_queue));
    CPU_ZERO(&set);
    CPU_SET((size_t)sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void
build_programs(const struct litmus_test *tests, size_t count)
{
    char *global = litmus_source(tests, count, true), *local = litmus_source(tests, count, false);
    const char *width = getenv("WEFT_WIDTH");
    char *own = width ? strdup(width) : NULL;

    global_program = test_build(global, "-cl-std=CL3.0");
    for (unsigned i = 0; i < WIDTHS; i++) {
        setenv("WEFT_WIDTH", widths[i], 1);
        local_programs[i] = test_build(local, "-cl-std=CL3.0");
    }
    if (own)
        setenv("WEFT_WIDTH", own, 1);
    else
        unsetenv("WEFT_WIDTH");
    free(own);
    free(global);
    free(local);
}

void
litmus_begin(const struct litmus_test *tests, size_t count)
{
    const char *rounds = getenv("WEFT_LITMUS_ROUNDS");

    build_programs(tests, count);
    rounds_each = (rounds ? strtoull(rounds, NULL, 10) : DEFAULT_ROUNDS) / count;
    threads = count_threads();
    cells = make(LITMUS_CELLS * LITMUS_CELL_INTS * sizeof(cl_int));
    results = make(LITMUS_REGISTERS * LAUNCH_ROUNDS);
    arrived = make((LITMUS_ROLES + 1) * 32 * sizeof(cl_int));
    values = malloc(LITMUS_REGISTERS * LAUNCH_ROUNDS);
    assert_non_null(values);
    stay_on_this_cpu();
}

void
litmus_end(void)
{
    for (cl_mem *m = (cl_mem[]){cells, results, arrived, NULL}; *m; m++)
        CHECK(clReleaseMemObject(*m));
    CHECK(clReleaseProgram(global_program));
    for (unsigned i = 0; i < WIDTHS; i++)
        CHECK(clReleaseProgram(local_programs[i]));
    free(values);
}

// Adds the outcomes of a launch; false when no round of it was finished.
static bool
count_outcomes(struct counts *counts, unsigned registers, size_t rounds)
{
    size_t before = counts->rounds;

    for (size_t i = 0; i < rounds; i++) {
        unsigned code = 0;
        bool run = true;

        for (unsigned r = 0; r < registers; r++) {
            cl_uchar value = values[r * rounds + i];

            run &= value != LITMUS_NOT_RUN;
            code |= (value < 15 ? value : 15u) << 4 * r;
        }
        if (run) {
            counts->of[code]++;
            counts->rounds++;
        }
    }
    return counts->rounds > before;
}

static void
enqueue(cl_kernel kernel, cl_int alone, size_t groups, size_t local)
{
    const size_t global = groups * local;

    CHECK(clSetKernelArg(kernel, 5, sizeof alone, &alone));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

static bool
launch(const struct litmus_test *test, cl_kernel kernel, cl_uint rounds, cl_uint groups, bool together,
       struct counts *counts)
{
    unsigned registers = litmus_register_count(test);

    fill(cells, 0, LITMUS_CELLS * LITMUS_CELL_INTS * sizeof(cl_int));
    fill(arrived, 0, (LITMUS_ROLES + 1) * 32 * sizeof(cl_int));
    fill(results, LITMUS_NOT_RUN, registers * rounds);
    CHECK(clSetKernelArg(kernel, 3, sizeof rounds, &rounds));
    CHECK(clSetKernelArg(kernel, 4, sizeof groups, &groups));
    if (test->place != LITMUS_GLOBAL)
        enqueue(kernel, 0, 1, LITMUS_ITEMS);
    else if (together)
        enqueue(kernel, -1, groups + 1, 1);
    else
        for (cl_uint g = 0; g < groups; g++)
            enqueue(kernel, (cl_int)g, 1, 1);
    CHECK(clEnqueueReadBuffer(test_queue, results, CL_TRUE, 0, registers * rounds, values, 0, NULL, NULL));
    return count_outcomes(counts, registers, rounds);
}

static bool
matches(const char *pattern, size_t code)
{
    for (; *pattern && *pattern != ' '; pattern++, code >>= 4)
        if (*pattern != '*' && (code & 15) != (size_t)(*pattern - '0'))
            return false;
    return true;
}

// The rounds whose outcome is one of the list's.
static size_t
count_of(const char *list, const struct counts *counts)
{
    size_t sum = 0;

    for (size_t code = 0; code < CODES; code++)
        for (const char *p = list; p; p = strchr(p, ' ') ? strchr(p, ' ') + 1 : NULL)
            if (counts->of[code] && matches(p, code)) {
                sum += counts->of[code];
                break;
            }
    return sum;
}

static void
print_counts(const struct litmus_test *test, const struct counts *counts, bool together)
{
    const char *list = test->forbidden ? test->forbidden : test->watched;

    print_message("  %zu rounds%s; %s %s: %zu; all:", counts->rounds, together ? "" : " one role after the other",
                  test->forbidden ? "forbidden" : "watched", list, count_of(list, counts));
    for (size_t code = 0; code < CODES; code++)
        if (counts->of[code]) {
            print_message(" ");
            for (unsigned r = 0; r < litmus_register_count(test); r++)
                print_message("%x", (unsigned)(code >> 4 * r & 15));
            print_message(" %zu", counts->of[code]);
        }
    print_message("\n");
}

// The first of the outcomes to be seen that was not; its length is that up to the next space. NULL: all were.
static const char *
first_unseen(const struct litmus_test *test, const struct counts *counts)
{
    for (const char *p = test->seen; p; p = strchr(p, ' ') ? strchr(p, ' ') + 1 : NULL) {
        char one[LITMUS_REGISTERS + 1] = "";

        strncat(one, p, strcspn(p, " "));
        if (!count_of(one, counts))
            return p;
    }
    return NULL;
}

static void
check_counts(const struct litmus_test *test, const struct counts *counts, bool all_expected)
{
    const char *unseen = all_expected ? first_unseen(test, counts) : NULL;

    for (size_t code = 0; code < CODES; code++)
        for (unsigned r = 0; r < LITMUS_REGISTERS; r++)
            if (counts->of[code] && (code >> 4 * r & 15) == 15)
                fail_msg("register %u: a value that nobody wrote, in %zu rounds", r, counts->of[code]);
    if (test->forbidden && count_of(test->forbidden, counts))
        fail_msg("forbidden %s: seen in %zu of %zu rounds", test->forbidden, count_of(test->forbidden, counts),
                 counts->rounds);
    if (unseen)
        fail_msg("allowed %.*s: not seen in %zu rounds", (int)strcspn(unseen, " "), unseen, counts->rounds);
}

static cl_kernel
create_kernel(cl_program program, const struct litmus_test *test)
{
    const cl_uint patience = PATIENCE;
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, test->name, &err);

    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof cells, &cells));
    CHECK(clSetKernelArg(kernel, 1, sizeof results, &results));
    CHECK(clSetKernelArg(kernel, 2, sizeof arrived, &arrived));
    CHECK(clSetKernelArg(kernel, 6, sizeof patience, &patience));
    return kernel;
}

// Adds at least so many rounds; false when the groups do not run at one time.
static bool
run_rounds(const struct litmus_test *test, cl_program program, size_t rounds, cl_uint groups, struct counts *counts)
{
    const size_t enough = counts->rounds + rounds;
    cl_kernel kernel = create_kernel(program, test);
    unsigned in_vain = 0;

    while (in_vain < LAUNCHES_IN_VAIN && counts->rounds < enough) {
        size_t left = (enough - counts->rounds + LITMUS_ITEMS - 1) / LITMUS_ITEMS * LITMUS_ITEMS;

        if (launch(test, kernel, left < LAUNCH_ROUNDS ? (cl_uint)left : LAUNCH_ROUNDS, groups, true, counts))
            in_vain = 0;
        else
            in_vain++;
    }
    CHECK(clReleaseKernel(kernel));
    return counts->rounds >= enough;
}

// Each group alone, on cells that are used once.
static void
run_alone(const struct litmus_test *test, cl_uint groups, struct counts *counts)
{
    cl_kernel kernel = create_kernel(global_program, test);

    for (int n = 0; n < ALONE_LAUNCHES; n++)
        launch(test, kernel, LITMUS_CELLS, groups, false, counts);
    CHECK(clReleaseKernel(kernel));
}

// The rounds of a test whose roles are to run at one time. False: they do not.
static bool
run_together(const struct litmus_test *test, cl_uint groups, struct counts *counts)
{
    if (test->place == LITMUS_GLOBAL)
        return threads > 1 && run_rounds(test, global_program, rounds_each, groups, counts);
    for (unsigned i = 0; i < WIDTHS; i++)
        run_rounds(test, local_programs[i], rounds_each / WIDTHS, 1, counts);
    return true;
}

// Whether what is forbidden is so by the order that a seq_cst load has after a store.
static bool
needs_total_order(const struct litmus_test *test)
{
    bool needs = false;

    for (unsigned r = 0; test->forbidden && r < litmus_role_count(test); r++) {
        const char *store = strstr(test->roles[r], "STORE("), *load = store ? strstr(store, "LOAD(") : NULL;

        needs |= load && strstr(load, ", seq_cst)");
    }
    return needs;
}

void
litmus_run(void **state)
{
    const struct litmus_test *test = *state;
    static struct counts counts;
    const cl_uint roles = litmus_role_count(test), groups = threads >= roles ? roles : threads < 2 ? 2 : threads;
    bool together, all_expected;

    if (needs_total_order(test))
        skip_where_the_emulator(EMULATOR_HAS_NO_TOTAL_ORDER);
    memset(&counts, 0, sizeof counts);
    together = run_together(test, groups, &counts);
    // An emulator keeps more of the order than the CPU it emulates.
    all_expected = together && counts.rounds >= LONG_RUN &&
                   (!test->on_two_threads || (groups == 2 && !getenv("WEFT_TEST_EMULATOR")));
    for (int n = 0; n < LONGER_RUNS && together && all_expected && first_unseen(test, &counts); n++)
        together = run_together(test, groups, &counts);
    if (!together)
        run_alone(test, groups, &counts);
    print_counts(test, &counts, together);
    check_counts(test, &counts, together && all_expected);
}
