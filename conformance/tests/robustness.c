// SPDX-License-Identifier: Apache-2.0
// What must not hurt the application: compilers that die, fork, kill, unloading.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "conformance/tests/support.h"
#include "runtime/tests/emulator.h"

#include <CL/cl_icd.h>

static const char good_source[] = "kernel void k(global int *out) { out[get_global_id(0)] = get_global_id(0) * 3; }";

static int
good_program_runs(void)
{
    cl_int out[64];

    test_run(good_source, "", "k", RANGE1(64, 16), BUFFER(out));
    for (int i = 0; i < 64; i++)
        if (out[i] != 3 * i)
            return 0;
    return 1;
}

// Processes whose executable is weft-compiler and whose environment holds WEFT_TEST_MARK=`mark`.
static int
compilers_marked(const char *mark)
{
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    int count = 0;

    assert_non_null(proc);
    while ((entry = readdir(proc))) {
        char path[300], text[65536], needle[64], exe[PATH_MAX];
        ssize_t size;
        FILE *file;

        snprintf(path, sizeof path, "/proc/%s/exe", entry->d_name);
        size = readlink(path, exe, sizeof exe - 1);
        if (size <= 0)
            continue;
        exe[size] = '\0';
        if (!strstr(exe, "weft-compiler"))
            continue;
        snprintf(path, sizeof path, "/proc/%s/environ", entry->d_name);
        file = fopen(path, "r");
        if (!file)
            continue;
        size = (ssize_t)fread(text, 1, sizeof text, file);
        fclose(file);
        snprintf(needle, sizeof needle, "WEFT_TEST_MARK=%s", mark);
        if (size > 0 && memmem(text, (size_t)size, needle, strlen(needle)))
            count++;
    }
    closedir(proc);
    return count;
}

// Waits up to ten seconds for the compilers with this mark to be gone.
static int
compilers_end(const char *mark)
{
    for (int i = 0; i < 1000; i++) {
        const struct timespec pause = {0, 10 * 1000 * 1000};

        if (compilers_marked(mark) == 0)
            return 1;
        nanosleep(&pause, NULL);
    }
    return 0;
}

static void
expect_build_error_and_life(const char *source, const char *text)
{
    char log[8192];

    assert_int_equal(test_try_build(source, "", log, sizeof log), CL_BUILD_PROGRAM_FAILURE);
    if (text && !strstr(log, text))
        fail_msg("'%s' is not in the log:\n%s", text, log);
    assert_true(good_program_runs());
}

static void
a_crash_of_the_compiler_is_a_build_error(void **state)
{
    (void)state;
    expect_build_error_and_life("// __weft_test_crash__\nkernel void k() {}", "signal");
}

static void
a_compiler_that_eats_memory_is_a_build_error(void **state)
{
    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_LIMITS);
    expect_build_error_and_life("// __weft_test_eat__\nkernel void k() {}", "ran out of its 1024 MB");
}

static void
a_compiler_that_loops_is_a_build_error(void **state)
{
    (void)state;
    expect_build_error_and_life("// __weft_test_loop__\nkernel void k() {}", "time");
}

static void
an_expression_of_half_a_million_terms(void **state)
{
    enum { TERMS = 500000 };
    char *source = malloc(TERMS * 2 + 128);
    size_t at;
    cl_int status;

    (void)state;
    assert_non_null(source);
    at = (size_t)sprintf(source, "kernel void k(global int *p) { *p = 1");
    for (int i = 0; i < TERMS; i++) {
        source[at++] = '+';
        source[at++] = '1';
    }
    strcpy(source + at, "; }");
    // Built or refused, either way the application lives on.
    status = test_try_build(source, "", NULL, 0);
    assert_true(status == CL_SUCCESS || status == CL_BUILD_PROGRAM_FAILURE);
    assert_true(good_program_runs());
    free(source);
}

static void
macros_that_expand_without_end(void **state)
{
    (void)state;
    expect_build_error_and_life(
        "#define A(x) x+x+x+x+x+x+x+x+x+x\n#define B(x) A(A(A(A(x))))\n#define C(x) B(B(B(B(x))))\n"
        "kernel void k(global int *p) { *p = C(C(*p)); }",
        NULL);
}

static void
fork_after_use(void **state)
{
    int status = -1;
    pid_t child;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_THREADS_IN_CHILDREN);
    assert_true(good_program_runs());
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(60);
        _exit(good_program_runs() ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(good_program_runs());
}

static void
no_child_of_ours_shows_to_the_application(void **state)
{
    (void)state;
    assert_true(good_program_runs());
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void
a_killed_application_leaves_no_compiler(void **state)
{
    char mark[32];
    int ready[2];
    pid_t child;
    char byte;

    (void)state;
    snprintf(mark, sizeof mark, "kill-%d", (int)getpid());
    assert_int_equal(pipe(ready), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv("WEFT_TEST_MARK", mark, 1);
        byte = test_try_build("kernel void k() { /* a program of its own */ }", "-DKILLED", NULL, 0) == CL_SUCCESS;
        if (write(ready[1], &byte, 1) == 1)
            pause();
        _exit(1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(byte, 1);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(compilers_end(mark));
    close(ready[0]);
    close(ready[1]);
}

static int
mappings_of_weft(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];
    int count = 0;

    while (maps && fgets(line, sizeof line, maps))
        count += strstr(line, "weft") && !strstr(line, "conformance_");
    if (maps)
        fclose(maps);
    return count;
}

static int
threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;

    while (tasks && readdir(tasks))
        count++;
    if (tasks)
        closedir(tasks);
    return count - 2;
}

// In a process of its own: loads the library without a loader, builds and runs a kernel, unloads. The exit code says
// which step failed.
static int
use_and_unload(const char *library)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    void *(*lookup)(const char *);
    cl_int(CL_API_CALL * platforms)(cl_uint, cl_platform_id *, cl_uint *);
    const char *text = good_source;
    const size_t items = 1 << 16;
    const cl_icd_dispatch *cl;
    cl_platform_id platform;
    cl_command_queue queue;
    cl_program program;
    cl_context context;
    cl_device_id device;
    cl_kernel kernel;
    cl_mem buffer;

    if (!handle)
        return 10;
    *(void **)&lookup = dlsym(handle, "clGetExtensionFunctionAddress");
    if (!lookup)
        return 11;
    *(void **)&platforms = lookup("clIcdGetPlatformIDsKHR");
    if (!platforms || platforms(1, &platform, NULL) != CL_SUCCESS)
        return 12;
    cl = *(const cl_icd_dispatch *const *)platform;
    if (cl->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
        return 13;
    context = cl->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = cl->clCreateCommandQueue(context, device, 0, NULL);
    program = cl->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    if (cl->clBuildProgram(program, 0, NULL, "-DUNLOAD", NULL, NULL) != CL_SUCCESS)
        return 14;
    kernel = cl->clCreateKernel(program, "k", NULL);
    buffer = cl->clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_int), NULL, NULL);
    cl->clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    if (cl->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) != CL_SUCCESS ||
        cl->clFinish(queue) != CL_SUCCESS)
        return 15;
    cl->clReleaseMemObject(buffer);
    cl->clReleaseKernel(kernel);
    cl->clReleaseProgram(program);
    cl->clReleaseCommandQueue(queue);
    cl->clReleaseContext(context);
    if (dlclose(handle) != 0)
        return 16;
    // A thread that was joined may still be in the list for a moment.
    for (int i = 0; threads() != 1; i++) {
        const struct timespec pause = {0, 10 * 1000 * 1000};

        if (i == 100)
            return 17;
        nanosleep(&pause, NULL);
    }
    if (mappings_of_weft() != 0)
        return 18;
    return 0;
}

// This program anew. Under an emulator of user space, what a process starts is not emulated by itself.
static void
start_again(const char *option, const char *value)
{
    char self[PATH_MAX] = "";

    if (!getenv("WEFT_TEST_EMULATOR"))
        execl("/proc/self/exe", "robustness", option, value, (char *)NULL);
    else if (readlink("/proc/self/exe", self, sizeof self - 1) > 0)
        execl("/bin/sh", "sh", "-c", "exec $WEFT_TEST_EMULATOR \"$@\"", "sh", self, option, value, (char *)NULL);
}

static void
unloading_leaves_nothing_behind(void **state)
{
    const char *vendors = getenv("OCL_ICD_VENDORS");
    char path[PATH_MAX], mark[32];
    int status = -1;
    FILE *file;
    pid_t child;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_ITS_OWN_THREADS);
    assert_non_null(vendors);
    snprintf(path, sizeof path, "%s/weft.icd", vendors);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(path, sizeof path, file));
    fclose(file);
    path[strcspn(path, "\n")] = '\0';
    snprintf(mark, sizeof mark, "unload-%d", (int)getpid());
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv("WEFT_TEST_MARK", mark, 1);
        start_again("--unload", path);
        _exit(99);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(compilers_end(mark));
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_child_of_ours_shows_to_the_application),
        cmocka_unit_test(a_crash_of_the_compiler_is_a_build_error),
        cmocka_unit_test(a_compiler_that_eats_memory_is_a_build_error),
        cmocka_unit_test(a_compiler_that_loops_is_a_build_error),
        cmocka_unit_test(an_expression_of_half_a_million_terms),
        cmocka_unit_test(macros_that_expand_without_end),
        cmocka_unit_test(fork_after_use),
        cmocka_unit_test(a_killed_application_leaves_no_compiler),
        cmocka_unit_test(unloading_leaves_nothing_behind),
    };

    if (argc == 3 && strcmp(argv[1], "--unload") == 0) {
        int step = use_and_unload(argv[2]);

        if (step != 0)
            fprintf(stderr, "unload: failed at step %d\n", step);
        return step;
    }
    // Read when the compiler starts: the hooks are honoured, and the limits are small enough to wait for.
    setenv("WEFT_TEST_COMPILER", "1", 1);
    setenv("WEFT_COMPILER_CPU_SECONDS", getenv("WEFT_TEST_EMULATOR") ? "60" : "10", 1);
    setenv("WEFT_COMPILER_MEMORY_MB", "1024", 1);
    return cmocka_run_group_tests_name("robustness", tests, test_begin, test_end);
}
