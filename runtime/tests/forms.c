// SPDX-License-Identifier: Apache-2.0
// Which forms of a kernel are tried, launch by launch, where what launches take is made up: whatever number of
// work-items side by side is fastest is found, however far from what the compiler expects.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/program/versions.h"

#define ITEMS UINT64_C(1000000)
#define ROLE "WEFT_TEST_ROLE" // of a process that the tests start
#define PATIENCE 30000        // launches, of a millisecond each while something is built

static const char source[] = "kernel void add(global float *a, global const float *b)\n"
                             "{ size_t i = get_global_id(0); a[i] += b[i]; }";

static cl_context context;
static cl_program program;

static int
begin(void **state)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int err;

    (void)state;
    setenv("WEFT_COMPILER", WEFT_TEST_COMPILER, 1);
    if (!getenv(ROLE)) { // the others are to remember what launches show
        setenv("WEFT_CACHE", "0", 1);
        unsetenv("WEFT_TUNE");
    }
    unsetenv("WEFT_SPECIALIZE");
    unsetenv("WEFT_WIDTH");
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return -1;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    return context ? 0 : -1;
}

static int
end(void **state)
{
    (void)state;
    return clReleaseContext(context);
}

static cl_kernel
make_kernel(void)
{
    const char *text = source;
    cl_kernel kernel;
    cl_int err;

    program = clCreateProgramWithSource(context, 1, &text, NULL, &err);
    assert_int_equal(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_SUCCESS);
    kernel = clCreateKernel(program, "add", &err);
    assert_int_equal(err, CL_SUCCESS);
    return kernel;
}

static void
release(cl_kernel kernel)
{
    assert_int_equal(clReleaseKernel(kernel), CL_SUCCESS);
    assert_int_equal(clReleaseProgram(program), CL_SUCCESS);
}

struct times {
    uint32_t best;     // width
    uint32_t expected; // not 0: also fast, and all others are slow
};

// Twice as long with each step away from the best width, and more with another dimension.
static uint64_t
made_up_ns(uint32_t form, struct times times)
{
    const uint32_t width = weft_form_width(form), best = times.best;
    uint32_t off = width > best ? width / best : best / width;

    if (times.expected)
        off = width == best ? 1 : width == times.expected ? 2 : 5;
    return 100000 * (uint64_t)off << weft_form_dimension(form);
}

// Whether all of the stage is tried, and nothing is on its way.
static bool
is_through(const struct weft_kind *kind, enum weft_kind_stage stage)
{
    bool is_so;

    if (!weft_version_builds_claim())
        return false;
    is_so = atomic_load(&kind->stage) == (int)stage && weft_kind_state(kind) == WEFT_READY;
    weft_version_builds_release();
    return is_so;
}

// Whether nothing is left to try.
static bool
is_settled(const struct weft_kind *kind)
{
    return is_through(kind, WEFT_ALL_WIDTHS);
}

// Whether all forms that the compiler thought of were tried, and another one than it expected won.
static bool
is_surprised(const struct weft_kind *kind)
{
    return is_through(kind, WEFT_ALL_FORMS) && atomic_load(&kind->chosen) != 0;
}

// Launches as an application makes them, until the kind is so. The form that is chosen then.
static uint32_t
launch_until_with(cl_kernel kernel, struct times times, bool (*is_so)(const struct weft_kind *kind))
{
    const struct weft_kind *kind = &kernel->executable->versions->kinds[0].plain;
    static const struct timespec while_built = {0, 1000000};

    for (int i = 0; i < PATIENCE; i++) {
        struct weft_ndrange range = {.launch = {.global_size = {ITEMS, 1, 1}, .local_size = {256, 1, 1}}};
        struct weft_trial trial;
        const struct weft_kernel_info *info = weft_versions_choose(kernel, NULL, &range, &trial);
        const uint64_t ns = made_up_ns(info->form, times);

        assert_non_null(range.entry);
        range.own_ns = ns;
        weft_trial_end(&trial, &range, UINT64_C(1) << 27, 1);
        if (is_so(kind))
            return kind->versions[atomic_load(&kind->chosen)].info->form;
        if (weft_kind_state(kind) != WEFT_TRYING)
            nanosleep(&while_built, NULL);
    }
    fail_msg("%u versions after %d launches: nothing is settled", kind->version_count, PATIENCE);
    return 0;
}

static uint32_t
launch_until(cl_kernel kernel, uint32_t best, bool (*is_so)(const struct weft_kind *kind))
{
    return launch_until_with(kernel, (struct times){best, 0}, is_so);
}

static uint32_t
far_from(uint32_t expected)
{
    return expected >= 32 ? expected / 8 : expected * 8;
}

static void
the_fastest_is_found_however_far(void **state)
{
    cl_kernel kernel = make_kernel();
    const uint32_t expected = weft_form_width(kernel->info->form);
    const uint32_t best = far_from(expected);
    const uint32_t form = launch_until(kernel, best, is_settled);

    (void)state;
    assert_int_equal(weft_form_width(form), best);
    assert_int_equal(weft_form_dimension(form), 0);
    release(kernel);
}

static bool
has_width(const struct weft_kind *kind, uint32_t width)
{
    for (uint32_t i = 0; i < kind->version_count; i++)
        if (weft_form_width(kind->versions[i].info->form) == width)
            return true;
    return false;
}

static void
what_was_expected_is_compared_with_all_widths(void **state)
{
    cl_kernel kernel = make_kernel();
    const uint32_t expected = weft_form_width(kernel->info->form);

    (void)state;
    assert_int_equal(weft_form_width(launch_until(kernel, expected, is_settled)), expected);
    for (uint32_t width = 4; width <= 128; width *= 2)
        assert_true(has_width(&kernel->executable->versions->kinds[0].plain, width));
    release(kernel);
}

static void
what_is_fast_behind_slow_ones_is_found(void **state)
{
    cl_kernel kernel = make_kernel();
    const uint32_t expected = weft_form_width(kernel->info->form);
    const struct times times = {far_from(expected), expected};

    (void)state;
    assert_int_equal(weft_form_width(launch_until_with(kernel, times, is_settled)), times.best);
    release(kernel);
}

// A process that ends when the neighbours of what won are still to be tried.
static int
end_early(void)
{
    cl_kernel kernel = make_kernel();
    struct weft_kind *kind = &kernel->executable->versions->kinds[0].plain;
    static const struct timespec while_kept = {0, 1000000};
    struct weft_form_choice choice = {0};

    launch_until(kernel, far_from(weft_form_width(kernel->info->form)), is_surprised);
    for (int i = 0; i < PATIENCE && choice.stage != WEFT_ALL_FORMS; i++) {
        nanosleep(&while_kept, NULL);
        weft_cache_recall_form(&kind->cache_key, &choice);
    }
    return choice.stage == WEFT_ALL_FORMS ? 0 : 1;
}

// One with WEFT_TUNE=replay, after that: nothing is tried.
static int
replay(void)
{
    cl_kernel kernel = make_kernel();
    struct weft_kind *kind = &kernel->executable->versions->kinds[0].plain;
    const uint32_t best = far_from(weft_form_width(kernel->info->form));
    const uint32_t form = launch_until(kernel, best, is_settled);

    for (int i = 0; i < 100; i++)
        if (launch_until(kernel, best, is_settled) != form)
            return 1;
    return form != kernel->info->form && kind->version_count == 2 ? 0 : 2;
}

static int
play(const char *role)
{
    if (begin(NULL) != 0)
        return 3;
    return strcmp(role, "replay") == 0 ? replay() : end_early();
}

// The code that a process in the role ends with, -1 if it does not.
static int
run(const char *role, const char *directory)
{
    const pid_t child = fork();
    int status;

    if (child == 0) {
        setenv(ROLE, role, 1);
        unsetenv("WEFT_CACHE");
        setenv("WEFT_CACHE_DIR", directory, 1);
        setenv("WEFT_TUNE", role, 1);
        execl("/proc/self/exe", "forms", (char *)NULL);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
what_is_replayed_is_not_tried_further(void **state)
{
    char directory[] = "/tmp/weft-forms-XXXXXX", command[64];
    int early, replayed;

    (void)state;
    if (getenv("WEFT_TEST_EMULATOR"))
        skip();
    assert_non_null(mkdtemp(directory));
    early = run("when hot", directory);
    replayed = run("replay", directory);
    snprintf(command, sizeof(command), "rm -rf %s", directory);
    assert_int_equal(system(command), 0);
    assert_int_equal(early, 0);
    assert_int_equal(replayed, 0);
}

static cl_program
made_from_its_binary(cl_program built)
{
    unsigned char *binary;
    cl_program made;
    size_t size;
    cl_int err;

    assert_int_equal(clGetProgramInfo(built, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), CL_SUCCESS);
    binary = malloc(size);
    assert_non_null(binary);
    assert_int_equal(clGetProgramInfo(built, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL), CL_SUCCESS);
    made =
        clCreateProgramWithBinary(context, 1, &built->devices[0], &size, (const unsigned char **)&binary, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(made, 0, NULL, "", NULL, NULL), CL_SUCCESS);
    assert_int_equal(clReleaseProgram(built), CL_SUCCESS);
    free(binary);
    return made;
}

// What the environment said when its program was built holds for a version.
static void
a_version_is_made_as_its_program_was(void **state)
{
    static const char *const text = "kernel void sum(global float *a) {"
                                    "  local float b[256]; size_t l = get_local_id(0);"
                                    "  b[l] = a[get_global_id(0)];"
                                    "  for (size_t s = get_local_size(0) / 2; s > 0; s /= 2) {"
                                    "    barrier(CLK_LOCAL_MEM_FENCE);"
                                    "    if (l < s) b[l] += b[l + s]; }"
                                    "  if (l == 0) a[get_global_id(0)] = b[0]; }";
    static const struct timespec pause = {0, 1000000};
    const struct weft_kind *kind;
    cl_kernel kernel;
    cl_int err;

    (void)state;
    program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &err);
    assert_int_equal(setenv("WEFT_WIDTH", "4", 1), 0);
    assert_int_equal(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_SUCCESS);
    assert_int_equal(unsetenv("WEFT_WIDTH"), 0);
    program = made_from_its_binary(program);
    kernel = clCreateKernel(program, "sum", &err);
    assert_int_equal(err, CL_SUCCESS);
    kind = &kernel->executable->versions->kinds[0].others[0];
    for (int i = 0; i < PATIENCE && weft_kind_state(kind) != WEFT_READY; i++) {
        struct weft_ndrange range = {.launch = {.global_size = {1 << 20, 1, 1}, .local_size = {256, 1, 1}}};
        struct weft_trial trial;

        assert_non_null(weft_versions_choose(kernel, kernel->args, &range, &trial));
        weft_trial_end(&trial, &range, 0, 1);
        nanosleep(&pause, NULL);
    }
    assert_int_equal(weft_kind_state(kind), WEFT_READY);
    assert_int_equal(kind->key.local_size[0], 256);
    assert_int_equal(weft_form_width(kind->versions[0].info->form), 4);
    // And no other width is tried, however hot it becomes.
    for (int i = 0; i < 800; i++) {
        struct weft_ndrange range = {.launch = {.global_size = {1 << 20, 1, 1}, .local_size = {256, 1, 1}},
                                     .own_ns = 1000000};
        struct weft_trial trial;

        assert_non_null(weft_versions_choose(kernel, kernel->args, &range, &trial));
        weft_trial_end(&trial, &range, UINT64_C(1) << 27, 1);
        nanosleep(&pause, NULL);
    }
    assert_int_equal(atomic_load(&kind->stage), WEFT_ALL_WIDTHS); // there is nothing to try
    assert_int_equal(kind->version_count, 1);
    release(kernel);
}

// The version of a kernel for launches with n = 8, once it is there. Its first and second argument are buffers.
static const struct weft_kind *
version_of(cl_kernel kernel)
{
    static const struct timespec pause = {0, 1000000};
    const struct weft_kind *kind =
        &kernel->executable->versions->kinds[kernel->info - kernel->executable->info.kernels].others[0];
    const cl_int n = 8, height = 1024;

    assert_int_equal(clSetKernelArg(kernel, 2, sizeof n, &n), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 3, sizeof height, &height), CL_SUCCESS);
    for (int i = 0; i < PATIENCE && weft_kind_state(kind) != WEFT_READY; i++) {
        struct weft_ndrange range = {.launch = {.global_size = {1024, 1024, 1}, .local_size = {8, 64, 1}}};
        struct weft_trial trial;

        assert_non_null(weft_versions_choose(kernel, kernel->args, &range, &trial));
        weft_trial_end(&trial, &range, 0, 1);
        nanosleep(&pause, NULL);
    }
    assert_int_equal(weft_kind_state(kind), WEFT_READY);
    return kind;
}

// A launch that has begun goes on with a version, but where either counts groups in another order: some groups would
// run twice, and others never.
static void
a_version_takes_over_where_groups_have_the_same_numbers(void **state)
{
    static const char *const text =
        "kernel void by_rows(global float *a, global const float *b, int n, int height) {"
        "  int i = get_global_id(1) * height + get_global_id(0); float s = 0;"
        "  for (int k = 0; k < n; k++) s += b[k * height * height + i];"
        "  a[i] = s; }"
        "kernel void by_columns(global float *a, global const float *b, int n, int height) {"
        "  int i = get_global_id(0) * height + get_global_id(1); float s = 0;"
        "  for (int k = 0; k < n; k++) s += b[k * height * height + i];"
        "  a[i] = s; }";
    cl_kernel rows, columns;
    cl_int err;

    (void)state;
    program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &err);
    assert_int_equal(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_SUCCESS);
    rows = clCreateKernel(program, "by_rows", &err);
    assert_int_equal(err, CL_SUCCESS);
    columns = clCreateKernel(program, "by_columns", &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(rows->info->orders_groups, 0);
    assert_int_equal(columns->info->orders_groups, 1);
    assert_non_null(atomic_load(&version_of(rows)->later));
    assert_null(atomic_load(&version_of(columns)->later));
    assert_int_equal(clReleaseKernel(columns), CL_SUCCESS);
    release(rows);
}

int
main(void)
{
    if (getenv(ROLE))
        return play(getenv(ROLE));

    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_is_found_however_far),
        cmocka_unit_test(what_was_expected_is_compared_with_all_widths),
        cmocka_unit_test(what_is_fast_behind_slow_ones_is_found),
        cmocka_unit_test(what_is_replayed_is_not_tried_further),
        cmocka_unit_test(a_version_is_made_as_its_program_was),
        cmocka_unit_test(a_version_takes_over_where_groups_have_the_same_numbers),
    };

    return cmocka_run_group_tests_name("forms", tests, begin, end);
}
