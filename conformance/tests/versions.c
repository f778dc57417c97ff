// SPDX-License-Identifier: Apache-2.0
// Versions of kernels for launches that are alike: the same results whichever runs, and that there are any. Run with
// WEFT_SPECIALIZE=always, too, where each launch that can have a version does.
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "conformance/tests/support.h"

// What a work-item can tell of its group, and loops with bounds from arguments around barriers.
static const char source[] =
    "kernel void k(global ulong *out, local uint *slots, char rounds, ulong step, int unused) {\n"
    "  size_t l = get_local_id(0), n = get_local_size(0);\n"
    "  ulong sum = unused;\n"
    "  for (char r = 0; r < rounds; r++) {\n"
    "    slots[l] = get_global_id(0) * 3 + r;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (ulong s = 0; s < step; s++) sum += slots[(l + s) % n] * (s + 1);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  out[get_global_id(0)] += sum + n * 1000003 + get_enqueued_local_size(0) * 7; }\n"
    "kernel void caller(global ulong *out, local uint *slots, char rounds, ulong step, int unused) {\n"
    "  k(out, slots, rounds, step, unused); }\n"
    "kernel void other(global ulong *out) { out[get_global_id(0)] = 1; }\n"
    "kernel void walk(global uint *out, global const uint *next) {\n"
    "  uint x = get_global_id(0), turns = 64 + x % 64;\n"
    "  for (uint k = 0; k < turns; k++) x = next[x];\n"
    "  out[get_global_id(0)] += x; }";

struct launch {
    size_t global, local;
    cl_char rounds;
    cl_ulong step;
};

static void
add_expected(cl_ulong *out, struct launch launch, int unused)
{
    for (size_t g = 0; g < launch.global; g++) {
        size_t l = g % launch.local, first = g - l;
        size_t n = launch.global - first < launch.local ? launch.global - first : launch.local;
        cl_ulong sum = (cl_ulong)unused;

        for (int r = 0; r < launch.rounds; r++)
            for (cl_ulong s = 0; s < launch.step; s++)
                sum += (cl_uint)((first + (l + s) % n) * 3 + (size_t)r) * (s + 1);
        out[g] += sum + n * 1000003 + launch.local * 7;
    }
}

static void
enqueue(cl_kernel kernel, cl_mem buffer, struct launch launch, cl_int unused)
{
    CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer));
    CHECK(clSetKernelArg(kernel, 1, launch.local * sizeof(cl_uint), NULL));
    CHECK(clSetKernelArg(kernel, 2, sizeof launch.rounds, &launch.rounds));
    CHECK(clSetKernelArg(kernel, 3, sizeof launch.step, &launch.step));
    CHECK(clSetKernelArg(kernel, 4, sizeof unused, &unused));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &launch.global, &launch.local, 0, NULL, NULL));
}

// Consumes the program.
static void
check_launches_of_many_kinds(cl_program program, const char *name)
{
    enum { ITEMS = 1000 };
    static const struct launch launches[] = {
        {1000, 100, 2, 3}, {1000, 100, 2, 3}, {1000, 50, 2, 3},    {1000, 100, 3, 3}, {1000, 100, 2, 65},
        {999, 100, 2, 3},  {1000, 100, 0, 3}, {1000, 1, 1, 1},     {64, 64, 64, 64},  {1000, 100, 2, 3},
        {64, 64, 65, 2},   {1000, 7, 2, 3},   {1000, 125, 100, 9}, {960, 16, 5, 200}, {960, 16, 5, 2},
        {960, 16, 6, 2},   {960, 32, 5, 2},   {960, 48, 5, 2},
    };
    cl_ulong *out = calloc(ITEMS, sizeof *out), *expected = calloc(ITEMS, sizeof *expected);
    cl_kernel kernel;
    cl_mem buffer;
    cl_int err;

    assert_true(out && expected);
    kernel = clCreateKernel(program, name, &err);
    CHECK(err);
    buffer = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, ITEMS * sizeof *out, out, &err);
    CHECK(err);
    for (int round = 0; round < 20; round++)
        for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
            enqueue(kernel, buffer, launches[i], round);
            add_expected(expected, launches[i], round);
        }
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, ITEMS * sizeof *out, out, 0, NULL, NULL));
    for (int i = 0; i < ITEMS; i++)
        assert_int_equal(out[i], expected[i]);
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    free(out);
    free(expected);
}

// As applications do that keep binaries: of the built program, which is consumed.
static cl_program
made_from_its_binary(cl_program program)
{
    unsigned char *binary;
    cl_program made;
    size_t size;
    cl_int err;

    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    binary = malloc(size);
    assert_non_null(binary);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    made = clCreateProgramWithBinary(test_context, 1, &test_device, &size, (const unsigned char **)&binary, NULL, &err);
    CHECK(err);
    CHECK(clBuildProgram(made, 0, NULL, "", NULL, NULL));
    CHECK(clReleaseProgram(program));
    free(binary);
    return made;
}

static void
launches_of_many_kinds_are_all_right(void **state)
{
    (void)state;
    check_launches_of_many_kinds(test_build(source, "-cl-std=CL3.0"), "k");
    check_launches_of_many_kinds(test_build(source, "-cl-std=CL3.0"), "caller");
    check_launches_of_many_kinds(made_from_its_binary(test_build(source, "-cl-std=CL3.0")), "k");
    check_launches_of_many_kinds(made_from_its_binary(test_build(source, "-cl-std=CL3.0 -g")), "caller");
}

static bool
says(FILE *log, const char *text)
{
    char line[1000];
    bool found = false;

    rewind(log);
    while (!found && fgets(line, sizeof line, log))
        found = strstr(line, text) != NULL;
    return found;
}

// Consumes the program. The step of each launch is another one of so many.
static void
check_version(cl_program program, const char *name, unsigned arguments, cl_ulong steps)
{
    struct launch launch = {1 << 16, 64, 2, 3};
    const struct timespec pause = {.tv_nsec = 1000000};
    FILE *log = tmpfile();
    int real = dup(STDERR_FILENO);
    cl_kernel kernel;
    cl_mem buffer;
    cl_int err;
    bool found = false;
    char said[100];

    assert_true(log && real >= 0);
    snprintf(said, sizeof said, "kernel %s: a version for groups of 64 x 1 x 1 and %u arguments", name, arguments);
    kernel = clCreateKernel(program, name, &err);
    CHECK(err);
    buffer = clCreateBuffer(test_context, 0, launch.global * sizeof(cl_ulong), NULL, &err);
    CHECK(err);
    assert_true(dup2(fileno(log), STDERR_FILENO) >= 0);
    for (int i = 0; i < 20000 && !found; i++) {
        launch.step = 3 + (cl_ulong)i % steps;
        enqueue(kernel, buffer, launch, 0);
        if (clFinish(test_queue) != CL_SUCCESS)
            break;
        nanosleep(&pause, NULL);
        found = says(log, said);
    }
    assert_true(dup2(real, STDERR_FILENO) >= 0);
    assert_true(found);
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    fclose(log);
    close(real);
}

// Also one that calls another, whose body its version needs.
static void
a_hot_kernel_gets_a_version(void **state)
{
    (void)state;
    check_version(test_build(source, "-cl-std=CL3.0"), "k", 2, 1);
    check_version(test_build(source, "-cl-std=CL3.0"), "caller", 2, 1);
}

// One launch of groups with rows of two is enough, where packs are wider: it goes on with the version.
static void
groups_of_short_rows_soon_have_a_version(void **state)
{
    enum { SIDE = 1024 };
    static const char turns[] = "kernel void k(global uint *out) {\n"
                                "  local uint l[4]; uint j = get_local_id(1) * 2 + get_local_id(0), s = 0;\n"
                                "  l[j] = get_global_id(1) * 1024 + get_global_id(0);\n"
                                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                "  for (uint n = 0; n < 100; n++) s = s * 3 + l[3 - j];\n"
                                "  out[get_global_id(1) * 1024 + get_global_id(0)] = s; }";
    const size_t global[] = {SIDE, SIDE}, local[] = {2, 2};
    const struct timespec pause = {.tv_nsec = 1000000};
    cl_uint *out = malloc(sizeof(*out) * SIDE * SIDE), times = 0;
    FILE *log = tmpfile();
    int real = dup(STDERR_FILENO);
    cl_program program;
    cl_kernel kernel;
    cl_mem buffer;
    cl_int err;
    bool found = false;

    (void)state;
    if (getenv("WEFT_SPECIALIZE") || getenv("WEFT_TUNE") || getenv("WEFT_WIDTH"))
        skip();
    assert_true(log && real >= 0 && out);
    program = test_build(turns, "-cl-std=CL3.0");
    kernel = clCreateKernel(program, "k", &err);
    CHECK(err);
    buffer = clCreateBuffer(test_context, 0, sizeof(*out) * SIDE * SIDE, NULL, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    assert_true(dup2(fileno(log), STDERR_FILENO) >= 0);
    err = clEnqueueNDRangeKernel(test_queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
    if (!err)
        err = clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof(*out) * SIDE * SIDE, out, 0, NULL, NULL);
    for (int i = 0; i < 20000 && !found; i++) {
        nanosleep(&pause, NULL);
        found = says(log, "kernel k: a version for groups of 2 x 2 x 1");
    }
    assert_true(dup2(real, STDERR_FILENO) >= 0);
    CHECK(err);
    assert_true(found);
    for (int n = 0; n < 100; n++)
        times = times * 3 + 1;
    for (cl_uint y = 0; y < SIDE; y++)
        for (cl_uint x = 0; x < SIDE; x++)
            if (out[y * SIDE + x] != times * ((y ^ 1) * SIDE + (x ^ 1)))
                fail_msg("%u of row %u: %u", x, y, out[y * SIDE + x]);
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    fclose(log);
    close(real);
    free(out);
}

// More values than there are kinds, so that no two launches in a row are alike: the argument is not taken for granted.
static void
an_argument_that_always_differs_is_left_out(void **state)
{
    (void)state;
    if (getenv("WEFT_SPECIALIZE") || getenv("WEFT_TUNE")) // the first launches have versions
        skip();
    check_version(test_build(source, "-cl-std=CL3.0"), "k", 1, 20);
}

static void
a_program_from_a_binary_gets_versions(void **state)
{
    (void)state;
    check_version(made_from_its_binary(test_build(source, "-cl-std=CL3.0 -DA")), "k", 2, 1);
    check_version(made_from_its_binary(test_build(source, "-cl-std=CL3.0")), "caller", 2, 1);
}

// Of a header and what includes it.
static void
a_linked_program_gets_versions(void **state)
{
    static const char *const text = "#include \"kernels.h\"\n", *const name = "kernels.h", *const kernels = source;
    cl_program header, unit, linked;
    cl_int err;

    (void)state;
    header = clCreateProgramWithSource(test_context, 1, (const char **)&kernels, NULL, &err);
    CHECK(err);
    unit = clCreateProgramWithSource(test_context, 1, (const char **)&text, NULL, &err);
    CHECK(err);
    CHECK(clCompileProgram(unit, 0, NULL, "-cl-std=CL3.0", 1, &header, (const char **)&name, NULL, NULL));
    linked = clLinkProgram(test_context, 0, NULL, "", 1, &unit, NULL, NULL, &err);
    CHECK(err);
    CHECK(clRetainProgram(linked));
    check_version(linked, "k", 2, 1);
    check_version(made_from_its_binary(linked), "caller", 2, 1);
    CHECK(clReleaseProgram(unit));
    CHECK(clReleaseProgram(header));
}

// A version would have its own: with WEFT_SPECIALIZE=always.
static void
variables_of_a_program_are_there_once(void **state)
{
    static const char counting[] = "global int count;\n"
                                   "kernel void k(global int *out, int n) {\n"
                                   "  for (int i = 0; i < n; i++) count++;\n"
                                   "  out[0] = count; }";
    cl_program program = made_from_its_binary(test_build(counting, "-cl-std=CL3.0"));
    const size_t one = 1;
    cl_int out = 0;
    cl_kernel kernel;
    cl_mem buffer;
    cl_int err;

    (void)state;
    kernel = clCreateKernel(program, "k", &err);
    CHECK(err);
    buffer = clCreateBuffer(test_context, CL_MEM_USE_HOST_PTR, sizeof out, &out, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    for (cl_int n = 1; n <= 10; n++) {
        CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));
        CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    }
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof out, &out, 0, NULL, NULL));
    assert_int_equal(out, 55);
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

// What a pragma in another kernel's body says holds for what follows it, in a version as well, of which the other
// kernel is no part: with WEFT_SPECIALIZE=always.
static void
structures_of_a_version_lie_as_the_program_s(void **state)
{
    static const char packed[] = "kernel void other(global int *a) {\n"
                                 "#pragma pack(1)\n"
                                 "  a[0] = 1; }\n"
                                 "struct s { char c; int i; };\n"
                                 "kernel void k(global int *out, int n) {\n"
                                 "  int sum = 0;\n"
                                 "  for (int i = 0; i < n; i++) sum += sizeof(struct s);\n"
                                 "  out[get_global_id(0)] = sum; }";
    cl_int out[8], n = 3;

    (void)state;
    test_run(packed, "-cl-std=CL3.0", "k", RANGE1(8, 8), BUFFER(out), VALUE(n));
    for (int i = 0; i < 8; i++)
        assert_int_equal(out[i], 15);
}

// Of small arguments, of 0 also what is not executed: with WEFT_SPECIALIZE=always versions know each.
static void
ways_that_arguments_choose(void **state)
{
    enum { ITEMS = 1000 };
    static const char ways[] = "kernel void k(global int *out, global const int *in, int n, int way, char scale) {\n"
                               "  int i = get_global_id(0), sum = 0;\n"
                               "  for (int j = 0; j < n; j++)\n"
                               "    if (way == 0) sum += in[i * n + j];\n"
                               "    else if (way == 1) sum += in[j * 1000 + i];\n"
                               "    else sum += in[i * n + j] / way;\n"
                               "  switch (scale) {\n"
                               "  case 0: sum += 5 % (way + 1); break;\n"
                               "  case 1: sum ^= scale && way > n ? 3 : 6; break;\n"
                               "  default: sum = (sum + 1) / scale; }\n"
                               "  out[i] = sum; }";
    static cl_int in[7 * ITEMS], out[ITEMS];

    (void)state;
    for (int i = 0; i < 7 * ITEMS; i++)
        in[i] = i % 1009;
    for (cl_int round = 0; round < 36; round++) {
        cl_int n = round % 3 ? 7 : 2, way = (cl_int)(round % 4);
        cl_char scale = (cl_char)(round / 2 % 5);

        test_run(ways, "-cl-std=CL3.0", "k", RANGE1(ITEMS, 100), BUFFER(out), BUFFER(in), VALUE(n), VALUE(way),
                 VALUE(scale));
        for (int i = 0; i < ITEMS; i++) {
            cl_int sum = 0;

            for (int j = 0; j < n; j++)
                sum += way == 1 ? in[j * 1000 + i] : in[i * n + j] / (way ? way : 1);
            sum = scale == 0 ? sum + 5 % (way + 1) : scale == 1 ? sum ^ (way > n ? 3 : 6) : (sum + 1) / scale;
            assert_int_equal(out[i], sum);
        }
    }
}

enum { WALKERS = 1 << 16 };

// Until the log says so of the kernel walk; counts the launches. False if it never does.
static bool
launch_until(cl_kernel kernel, FILE *log, const char *text, cl_uint *launches)
{
    const size_t items = WALKERS;
    bool found = false;

    for (int i = 0; i < 20000 && !found; i++) {
        if (clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) != CL_SUCCESS ||
            clFinish(test_queue) != CL_SUCCESS)
            return false;
        ++*launches;
        found = i % 16 == 0 && says(log, text);
    }
    return found;
}

extern char **environ;
static const char *self;

// Of a process with WEFT_TUNE=replay: its first launch of the kernel walk has the form that was shown to be best.
static int
replay(const char *options)
{
    const size_t items = 64;
    FILE *log = tmpfile();
    void *state = NULL;
    cl_mem buffers[2];
    cl_kernel kernel;
    cl_int err;
    bool found;

    if (!log || dup2(fileno(log), STDERR_FILENO) < 0 || test_begin(&state))
        return 1;
    kernel = clCreateKernel(test_build(source, options), "walk", &err);
    for (cl_uint i = 0; i < 2; i++) {
        buffers[i] = clCreateBuffer(test_context, 0, WALKERS * sizeof(cl_uint), NULL, &err);
        if (clEnqueueFillBuffer(test_queue, buffers[i], &(cl_uint){0}, 4, 0, WALKERS * 4, 0, NULL, NULL) ||
            clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]))
            return 1;
    }
    err = clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    found = err == CL_SUCCESS && clFinish(test_queue) == CL_SUCCESS &&
            says(log, "side by side, as launches have shown before");
    return !found;
}

static bool
replays(const char *options)
{
    char *const arguments[] = {(char *)self, (char *)options, NULL};
    int status = -1;
    pid_t child;

    setenv("WEFT_TUNE", "replay", 1);
    if (posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ) == 0)
        waitpid(child, &status, 0);
    unsetenv("WEFT_TUNE");
    return status == 0;
}

// Launches that take long show which form is the fastest, and do the same all the while.
static void
a_kernel_that_takes_long_is_tried_in_its_forms(void **state)
{
    enum { ITEMS = WALKERS };
    FILE *log = tmpfile();
    int real = dup(STDERR_FILENO);
    char options[64];
    cl_uint *next = malloc(ITEMS * sizeof *next), *out = calloc(ITEMS, sizeof *out), launches = 0;
    cl_program program;
    cl_kernel kernel;
    cl_mem buffers[2];
    cl_int err;
    bool found = false;

    (void)state;
    if (getenv("WEFT_SPECIALIZE") || getenv("WEFT_TUNE") || getenv("WEFT_WIDTH") || getenv("WEFT_CACHE"))
        skip();
    assert_true(log && real >= 0 && next && out);
    for (cl_uint i = 0; i < ITEMS; i++)
        next[i] = (i * 40503 + 12345) % ITEMS;
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DPROCESS=%d", (int)getpid()); // in no cache
    program = test_build(source, options);
    kernel = clCreateKernel(program, "walk", &err);
    CHECK(err);
    for (int i = 0; i < 2; i++) {
        buffers[i] = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, ITEMS * sizeof *out, i ? next : out, &err);
        CHECK(err);
        CHECK(clSetKernelArg(kernel, (cl_uint)i, sizeof(cl_mem), &buffers[i]));
    }
    assert_true(dup2(fileno(log), STDERR_FILENO) >= 0);
    found = launch_until(kernel, log, "side by side are fastest", &launches);
    assert_true(dup2(real, STDERR_FILENO) >= 0);
    assert_true(found);
    // The same program, built once more, as by another process.
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    program = test_build(source, options);
    kernel = clCreateKernel(program, "walk", &err);
    CHECK(err);
    for (int i = 0; i < 2; i++)
        CHECK(clSetKernelArg(kernel, (cl_uint)i, sizeof(cl_mem), &buffers[i]));
    assert_true(dup2(fileno(log), STDERR_FILENO) >= 0);
    found = launch_until(kernel, log, "side by side, as launches have shown before", &launches);
    assert_true(dup2(real, STDERR_FILENO) >= 0);
    assert_true(found);
    assert_true(replays(options));
    CHECK(clEnqueueReadBuffer(test_queue, buffers[0], CL_TRUE, 0, ITEMS * sizeof *out, out, 0, NULL, NULL));
    for (cl_uint i = 0; i < ITEMS; i++) {
        cl_uint x = i;

        for (cl_uint k = 0; k < 64 + i % 64; k++)
            x = next[x];
        assert_int_equal(out[i], x * launches);
    }
    for (int i = 0; i < 2; i++)
        CHECK(clReleaseMemObject(buffers[i]));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    free(next);
    free(out);
    fclose(log);
    close(real);
}

// Here, and at the end of the process, which the last of these is followed by.
static void
nobody_waits_for_a_version(void **state)
{
    static const struct launch launch = {1 << 16, 64, 3, 3};

    (void)state;
    for (int round = 0; round < 4; round++) {
        char options[64];
        cl_program program;
        cl_kernel kernel;
        cl_mem buffer;
        cl_int err;

        snprintf(options, sizeof options, "-cl-std=CL3.0 -DROUND=%d%d", round, (int)getpid()); // in no cache
        program = test_build(source, options);
        kernel = clCreateKernel(program, "k", &err);
        CHECK(err);
        buffer = clCreateBuffer(test_context, 0, launch.global * sizeof(cl_ulong), NULL, &err);
        CHECK(err);
        for (int i = 0; i < 32; i++)
            enqueue(kernel, buffer, launch, 0);
        CHECK(clReleaseMemObject(buffer));
        CHECK(clReleaseKernel(kernel));
        CHECK(clFinish(test_queue));
        // No kernel is attached to the program, whatever is being made of it.
        CHECK(clBuildProgram(program, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
        CHECK(clReleaseProgram(program));
    }
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_of_many_kinds_are_all_right),
        cmocka_unit_test(a_hot_kernel_gets_a_version),
        cmocka_unit_test(groups_of_short_rows_soon_have_a_version),
        cmocka_unit_test(an_argument_that_always_differs_is_left_out),
        cmocka_unit_test(a_program_from_a_binary_gets_versions),
        cmocka_unit_test(a_linked_program_gets_versions),
        cmocka_unit_test(variables_of_a_program_are_there_once),
        cmocka_unit_test(structures_of_a_version_lie_as_the_program_s),
        cmocka_unit_test(ways_that_arguments_choose),
        cmocka_unit_test(a_kernel_that_takes_long_is_tried_in_its_forms),
        cmocka_unit_test(nobody_waits_for_a_version),
    };

    self = argv[0];
    setenv("WEFT_LOG", "info", 1); // read at the first message
    if (argc > 1)
        return replay(argv[1]);
    return cmocka_run_group_tests_name("versions", tests, test_begin, test_end);
}
