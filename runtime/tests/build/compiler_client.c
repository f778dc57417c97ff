// SPDX-License-Identifier: Apache-2.0
// Tests of runtime/build/compiler_client.c: what builds give, and where they end.
#define _GNU_SOURCE 1
#include "runtime/build/compiler_client.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/tests/build/fake_builds.h"
#include "runtime/tests/emulator.h"

static void
source_comes_back_as_binary(void **state)
{
    (void)state;
    assert_int_equal(build("kernel void f() {}", "", NULL), CL_SUCCESS);
}

static void
large_source_comes_back(void **state)
{
    size_t size = 8u << 20;
    char *source = malloc(size + 1);

    (void)state;
    memset(source, 'x', size);
    source[size] = '\0';
    assert_int_equal(build(source, "", NULL), CL_SUCCESS);
    free(source);
}

static void
failed_build_has_its_log(void **state)
{
    char *log = NULL;

    (void)state;
    assert_int_equal(build("f", "-fail", &log), CL_BUILD_PROGRAM_FAILURE);
    assert_string_equal(log, "failed as asked\n");
    free(log);
}

static void
build_sees_the_working_directory(void **state)
{
    char *log = NULL;

    (void)state;
    assert_int_equal(chdir("/usr"), 0);
    assert_int_equal(build("f", "", &log), CL_SUCCESS);
    assert_non_null(strstr(log, "directory /usr"));
    free(log);
}

static void
crash_is_a_build_failure_naming_the_signal(void **state)
{
    char *log = NULL;

    (void)state;
    assert_int_equal(build("__weft_test_crash__", "", &log), CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, "ended by signal 11"));
    free(log);
    assert_int_equal(build("next", "", NULL), CL_SUCCESS);
}

static void
crash_of_a_compilation_is_a_compile_failure(void **state)
{
    struct weft_request request = request_of("__weft_test_crash__", "");
    struct weft_build_result result = {0};

    (void)state;
    request.kind = WEFT_REQUEST_COMPILE;
    assert_int_equal(weft_compiler_build(&request, &result), CL_SUCCESS);
    assert_int_equal(result.status, CL_COMPILE_PROGRAM_FAILURE);
    weft_build_result_finish(&result);
}

static void
crash_log_has_what_the_compiler_printed(void **state)
{
    char *log = NULL;

    (void)state;
    assert_int_equal(build("f", "-abort", &log), CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, "signal 6"));
    assert_non_null(strstr(log, "last words"));
    free(log);
}

static void
endless_build_runs_out_of_cpu_time(void **state)
{
    char *log = NULL;

    (void)state;
    setenv("WEFT_COMPILER_CPU_SECONDS", "1", 1);
    assert_int_equal(build("__weft_test_loop__", "", &log), CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, "ran out of its 1 s of CPU time"));
    free(log);
    assert_int_equal(build("next", "", NULL), CL_SUCCESS);
}

static void
greedy_build_runs_out_of_memory(void **state)
{
    char *log = NULL;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_LIMITS);
    setenv("WEFT_COMPILER_MEMORY_MB", "64", 1);
    assert_int_equal(build("__weft_test_eat__", "", &log), CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, "ran out of its 64 MB"));
    free(log);
    assert_int_equal(build("next", "", NULL), CL_SUCCESS);
}

static void
silent_build_times_out_and_is_killed(void **state)
{
    char *log = NULL;
    pid_t server = server_pid();
    char command[128];

    (void)state;
    setenv("WEFT_COMPILER_TIMEOUT_SECONDS", "1", 1);
    assert_int_equal(build("__weft_test_sleep__", "", &log), CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, "WEFT_COMPILER_TIMEOUT_SECONDS"));
    free(log);
    assert_int_equal(server_pid(), server);
    snprintf(command, sizeof(command), "sleep 0.2; test -z \"$(cat /proc/%d/task/%d/children)\"", server, server);
    assert_int_equal(system(command), 0);
}

static void
missing_compiler_is_CL_COMPILER_NOT_AVAILABLE(void **state)
{
    struct weft_request request = request_of("f", "");
    struct weft_build_result result = {0};

    (void)state;
    setenv("WEFT_COMPILER", "/nonexistent/weft-compiler", 1);
    assert_int_equal(build("f", "", NULL), CL_COMPILER_NOT_AVAILABLE);
    request.kind = WEFT_REQUEST_LINK;
    assert_int_equal(weft_compiler_build(&request, &result), CL_SUCCESS);
    assert_int_equal(result.status, CL_LINKER_NOT_AVAILABLE);
    weft_build_result_finish(&result);
}

static void
unusable_executable_is_CL_COMPILER_NOT_AVAILABLE(void **state)
{
    (void)state;
    setenv("WEFT_COMPILER", "/usr", 1);
    assert_int_equal(build("f", "", NULL), CL_COMPILER_NOT_AVAILABLE);
}

static void
executable_that_ends_at_once_is_CL_COMPILER_NOT_AVAILABLE(void **state)
{
    char *log = NULL;

    (void)state;
    for (int n = 0; n < 10; n++) { // before or after it is sent something
        setenv("WEFT_COMPILER", "/bin/true", 1);
        assert_int_equal(build("f", "", &log), CL_COMPILER_NOT_AVAILABLE);
        assert_non_null(strstr(log, "cannot be started"));
        free(log);
    }
}

static void
broken_compiler_says_why(void **state)
{
    char *log = NULL;

    (void)state;
    setenv("WEFT_FAKE_BROKEN", "1", 1);
    assert_int_equal(build("f", "", &log), CL_COMPILER_NOT_AVAILABLE);
    assert_non_null(strstr(log, "the fake compiler is broken"));
    free(log);
    unsetenv("WEFT_FAKE_BROKEN");
    assert_int_equal(build("mended", "", NULL), CL_SUCCESS);
}

static void *
build_many(void *failures)
{
    for (int i = 0; i < 25; i++) {
        const char *source = i % 8 == 7 ? "__weft_test_crash__" : "source";

        if (build(source, "", NULL) != (i % 8 == 7 ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS))
            __atomic_fetch_add((int *)failures, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void
eight_threads_build_at_once(void **state)
{
    pthread_t threads[8];
    int failures = 0;

    (void)state;
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, build_many, &failures);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(failures, 0);
}

static void
hundred_waiting_builds_do_not_starve(void **state)
{
    pthread_t threads[100];
    int failures = 0;

    (void)state;
    setenv("WEFT_FAKE_SLOW", "1", 1);
    for (int i = 0; i < 100; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, build_many, &failures), 0);
    for (int i = 0; i < 100; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(failures, 0);
}

static void *
build_one(void *failures)
{
    if (build("source", "", NULL) != CL_SUCCESS)
        __atomic_fetch_add((int *)failures, 1, __ATOMIC_RELAXED);
    return NULL;
}

static void
more_builds_than_the_socket_holds_wait_for_their_turn(void **state)
{
    pthread_t threads[350];
    int failures = 0;

    (void)state;
    setenv("WEFT_FAKE_SLOW", "1", 1);
    setenv("WEFT_COMPILER_TIMEOUT_SECONDS", "20", 1);
    for (int i = 0; i < 350; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, build_one, &failures), 0);
    for (int i = 0; i < 350; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(failures, 0);
}

// Entries whose names have `ending` in them.
static int
count_files(const char *directory, const char *ending)
{
    DIR *d = opendir(directory);
    struct dirent *item;
    int count = 0;

    while ((item = readdir(d)))
        count += strstr(item->d_name, ending) != NULL;
    closedir(d);
    return count;
}

static void
no_descriptor_is_left(void **state)
{
    int before;

    (void)state;
    build("f", "", NULL);
    before = count_files("/proc/self/fd", "");
    for (int i = 0; i < 20; i++)
        build(i % 4 ? "f" : "__weft_test_crash__", "", NULL);
    assert_int_equal(count_files("/proc/self/fd", ""), before);
    weft_compiler_shutdown();
    assert_int_equal(count_files("/proc/self/fd", ""), before - 2); // the socket and the pidfd
}

static void *
unload_again_and_again(void *is_over)
{
    while (!__atomic_load_n((bool *)is_over, __ATOMIC_RELAXED))
        weft_compiler_unload();
    return NULL;
}

static void
unloading_ends_no_build(void **state)
{
    pthread_t unloading, building[4];
    bool is_over = false;
    int failures = 0;

    (void)state;
    setenv("WEFT_FAKE_SLOW", "1", 1);
    pthread_create(&unloading, NULL, unload_again_and_again, &is_over);
    for (int i = 0; i < 4; i++)
        pthread_create(&building[i], NULL, build_many, &failures);
    for (int i = 0; i < 4; i++)
        pthread_join(building[i], NULL);
    __atomic_store_n(&is_over, true, __ATOMIC_RELAXED);
    pthread_join(unloading, NULL);
    unsetenv("WEFT_FAKE_SLOW");
    assert_int_equal(failures, 0);
}

static void
unloaded_compiler_ends_after_the_last_build(void **state)
{
    pthread_t building;
    int failures = 0;

    (void)state;
    setenv("WEFT_FAKE_SLOW", "1", 1);
    const pid_t pid = server_pid();
    assert_true(running(pid));
    pthread_create(&building, NULL, build_one, &failures);
    usleep(100000); // the build takes twice as long
    weft_compiler_unload();
    pthread_join(building, NULL);
    unsetenv("WEFT_FAKE_SLOW");
    assert_int_equal(failures, 0);
    assert_false(running(pid));
}

static void
server_older_than_the_compiler_on_disk_stores_nothing(void **state)
{
    char directory[] = "/tmp/weft-upgrade-XXXXXX", compiler[64], command[512];

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_ITS_OWN_ROOT);
    assert_non_null(mkdtemp(directory));
    snprintf(compiler, sizeof(compiler), "%s/weft-compiler", directory);
    snprintf(command, sizeof(command), "cp %s %s", WEFT_FAKE_COMPILER, compiler);
    assert_int_equal(system(command), 0);
    setenv("WEFT_COMPILER", compiler, 1);
    setenv("WEFT_CACHE", "1", 1);
    setenv("WEFT_CACHE_DIR", directory, 1);
    assert_int_equal(build("a", "", NULL), CL_SUCCESS);
    assert_int_equal(count_files(directory, ".so"), 1);
    assert_int_equal(utimensat(AT_FDCWD, compiler, (struct timespec[2]){{.tv_sec = 1}, {.tv_sec = 1}}, 0), 0);
    assert_int_equal(build("b", "", NULL), CL_SUCCESS);
    assert_int_equal(count_files(directory, ".so"), 1);
    weft_compiler_shutdown();
    assert_int_equal(build("b", "", NULL), CL_SUCCESS);
    assert_int_equal(count_files(directory, ".so"), 2);
    setenv("WEFT_LLVM_OPTIONS", "-other", 1);
    weft_compiler_shutdown();
    assert_int_equal(build("b", "", NULL), CL_SUCCESS);
    assert_int_equal(count_files(directory, ".so"), 3);
    unsetenv("WEFT_LLVM_OPTIONS");
    setenv("WEFT_CACHE", "0", 1);
    snprintf(command, sizeof(command), "rm -r %s", directory);
    assert_int_equal(system(command), 0);
}

static void
source_is_there_for_debuggers_after_a_hit_too(void **state)
{
    char directory[] = "/tmp/weft-debug-XXXXXX", command[128];

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_ITS_OWN_ROOT);
    assert_non_null(mkdtemp(directory));
    setenv("WEFT_CACHE", "1", 1);
    setenv("WEFT_CACHE_DIR", directory, 1);
    assert_int_equal(build("a", "", NULL), CL_SUCCESS);
    assert_int_equal(count_files(directory, ".cl"), 0);
    assert_int_equal(build("a", "-g", NULL), CL_SUCCESS);
    assert_int_equal(count_files(directory, ".cl"), 1);
    snprintf(command, sizeof(command), "rm %s/*.cl", directory);
    assert_int_equal(system(command), 0);
    assert_int_equal(build("a", "-g", NULL), CL_SUCCESS);
    assert_int_equal(count_files(directory, ".cl"), 1);
    assert_int_equal(count_files(directory, ".so"), 2);
    setenv("WEFT_CACHE", "0", 1);
    snprintf(command, sizeof(command), "rm -r %s", directory);
    assert_int_equal(system(command), 0);
}

static void *
close_soon(void *unused)
{
    (void)unused;
    usleep(100000);
    weft_compiler_close();
    return NULL;
}

static bool
close_ends_builds(void)
{
    pthread_t closer;

    pthread_create(&closer, NULL, close_soon, NULL);
    if (build("__weft_test_sleep__", "", NULL) != CL_BUILD_PROGRAM_FAILURE)
        return false;
    pthread_join(closer, NULL);
    return weft_compiler_closed() && build("f", "", NULL) == CL_BUILD_PROGRAM_FAILURE;
}

static void
close_ends_builds_and_refuses_new_ones(void **state)
{
    (void)state;
    assert_true(in_child(close_ends_builds));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare_fake_compiler, end_fake_compiler)
        TEST(source_comes_back_as_binary),
        TEST(large_source_comes_back),
        TEST(failed_build_has_its_log),
        TEST(build_sees_the_working_directory),
        TEST(crash_is_a_build_failure_naming_the_signal),
        TEST(crash_of_a_compilation_is_a_compile_failure),
        TEST(crash_log_has_what_the_compiler_printed),
        TEST(endless_build_runs_out_of_cpu_time),
        TEST(greedy_build_runs_out_of_memory),
        TEST(silent_build_times_out_and_is_killed),
        TEST(missing_compiler_is_CL_COMPILER_NOT_AVAILABLE),
        TEST(unusable_executable_is_CL_COMPILER_NOT_AVAILABLE),
        TEST(executable_that_ends_at_once_is_CL_COMPILER_NOT_AVAILABLE),
        TEST(broken_compiler_says_why),
        TEST(eight_threads_build_at_once),
        TEST(hundred_waiting_builds_do_not_starve),
        TEST(more_builds_than_the_socket_holds_wait_for_their_turn),
        TEST(no_descriptor_is_left),
        TEST(unloading_ends_no_build),
        TEST(unloaded_compiler_ends_after_the_last_build),
        TEST(server_older_than_the_compiler_on_disk_stores_nothing),
        TEST(source_is_there_for_debuggers_after_a_hit_too),
        TEST(close_ends_builds_and_refuses_new_ones),
    };

    return cmocka_run_group_tests(tests, without_cache, NULL);
}
