// SPDX-License-Identifier: Apache-2.0
// Tests of runtime/build/compiler_client.c against a fork server with a fake compiler inside.
#define _GNU_SOURCE 1
#include "runtime/build/compiler_client.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/program_binary.h"

static struct weft_request
request_of(const char *source, const char *options)
{
    return (struct weft_request){
        .kind = WEFT_REQUEST_BUILD, .options = options, .source = {.data = source, .size = strlen(source)}};
}

// Builds `source`; returns the status. *log is owned by the caller when not NULL.
static cl_int
build(const char *source, const char *options, char **log)
{
    struct weft_request request = request_of(source, options);
    struct weft_build_result result = {0};
    struct weft_binary_view view;
    cl_int status;

    if (weft_compiler_build(&request, &result) != CL_SUCCESS)
        return CL_INVALID_VALUE;
    status = result.status;
    if (status == CL_SUCCESS &&
        (weft_binary_parse(result.binary, result.binary_size, weft_binary_target(), &view) != NULL ||
         view.payload_size != strlen(source) || memcmp(view.payload, source, view.payload_size) != 0))
        status = CL_INVALID_BINARY;
    if (log) {
        *log = result.log;
        result.log = NULL;
    }
    weft_build_result_finish(&result);
    return status;
}

// The server's process, from the fake compiler's log; 0 when the build failed.
static pid_t
server_pid(void)
{
    char *log = NULL;
    int pid = 0;

    if (build("any", "", &log) == CL_SUCCESS && sscanf(log, "server %d", &pid) != 1)
        pid = 0;
    free(log);
    return pid;
}

// Whether the process runs (a zombie does not).
static bool
running(pid_t pid)
{
    char path[64], text[256] = "";
    const char *state;
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    fd = open(path, O_RDONLY);
    if (fd < 0)
        return false;
    if (read(fd, text, sizeof(text) - 1) < 0)
        text[0] = '\0';
    close(fd);
    state = strrchr(text, ')');
    return state && state[2] != 'Z' && state[2] != 'X';
}

static bool
ends_within_a_second(pid_t pid)
{
    for (int i = 0; i < 100 && running(pid); i++)
        usleep(10000);
    return !running(pid);
}

static int
count_fds(void)
{
    DIR *directory = opendir("/proc/self/fd");
    int count = 0;

    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

// Runs `body` in a forked process; true if it returned true.
static bool
in_child(bool (*body)(void))
{
    pid_t pid = fork();
    int status = 0;

    if (pid == 0)
        _exit(body() ? 0 : 1);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int
setup(void **state)
{
    (void)state;
    unsetenv("WEFT_FAKE_BROKEN");
    unsetenv("WEFT_FAKE_SLOW");
    unsetenv("WEFT_COMPILER_CPU_SECONDS");
    unsetenv("WEFT_COMPILER_MEMORY_MB");
    unsetenv("WEFT_COMPILER_TIMEOUT_SECONDS");
    setenv("WEFT_COMPILER", WEFT_FAKE_COMPILER, 1);
    return 0;
}

static int
teardown(void **state)
{
    (void)state;
    weft_compiler_shutdown();
    return 0;
}

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
server_that_hangs_is_replaced(void **state)
{
    pid_t server = server_pid();

    (void)state;
    setenv("WEFT_COMPILER_TIMEOUT_SECONDS", "1", 1);
    assert_int_not_equal(server, 0);
    assert_int_equal(kill(server, SIGSTOP), 0);
    assert_int_equal(build("f", "", NULL), CL_BUILD_PROGRAM_FAILURE);
    assert_false(running(server));
    assert_int_equal(build("next", "", NULL), CL_SUCCESS);
}

static void
killed_server_is_replaced(void **state)
{
    pid_t server = server_pid();

    (void)state;
    assert_int_not_equal(server, 0);
    assert_int_equal(kill(server, SIGKILL), 0);
    assert_int_equal(build("next", "", NULL), CL_SUCCESS);
    assert_int_not_equal(server_pid(), server);
}

static void *
kill_server_soon(void *server)
{
    usleep(100000);
    kill(*(pid_t *)server, SIGKILL);
    return NULL;
}

static void
server_killed_during_a_build_is_not_the_end(void **state)
{
    pid_t server = server_pid();
    pthread_t killer;
    char *log = NULL;

    (void)state;
    setenv("WEFT_COMPILER_CPU_SECONDS", "1", 1);
    pthread_create(&killer, NULL, kill_server_soon, &server);
    assert_int_equal(build("__weft_test_loop__", "", &log), CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, "ran out of its 1 s")); // the second attempt's end
    free(log);
    pthread_join(killer, NULL);
    assert_int_equal(build("next", "", NULL), CL_SUCCESS);
}

static void
requests_wait_while_the_server_starts(void **state)
{
    (void)state;
    setenv("WEFT_FAKE_SLOW", "1", 1);
    weft_compiler_prepare();
    assert_int_equal(build("f", "", NULL), CL_SUCCESS);
}

static void
prepare_starts_one_server(void **state)
{
    pid_t first, second;

    (void)state;
    weft_compiler_prepare();
    first = server_pid();
    weft_compiler_prepare();
    second = server_pid();
    assert_int_not_equal(first, 0);
    assert_int_equal(first, second);
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

static volatile sig_atomic_t child_signals;

static void
count_signal(int number)
{
    (void)number;
    child_signals = child_signals + 1;
}

static void
application_sees_no_child(void **state)
{
    struct sigaction count = {.sa_handler = count_signal}, before;
    pid_t server;

    (void)state;
    sigaction(SIGCHLD, &count, &before);
    server = server_pid();
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    kill(server, SIGKILL);
    usleep(50000);
    assert_int_equal(waitpid(-1, NULL, WNOHANG | __WALL), -1);
    assert_int_equal(errno, ECHILD);
    weft_compiler_shutdown();
    assert_int_equal(child_signals, 0);
    sigaction(SIGCHLD, &before, NULL);
}

static bool
works_with_ignored_SIGCHLD(void)
{
    signal(SIGCHLD, SIG_IGN);
    return server_pid() != 0 && build("__weft_test_crash__", "", NULL) == CL_BUILD_PROGRAM_FAILURE;
}

static void
ignored_SIGCHLD_does_no_harm(void **state)
{
    (void)state;
    assert_true(in_child(works_with_ignored_SIGCHLD));
}

static bool
subreaper_keeps_no_zombie(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!server_pid())
        return false;
    weft_compiler_shutdown();
    return waitpid(-1, NULL, WNOHANG | __WALL) == -1 && errno == ECHILD;
}

static void
child_subreaper_keeps_no_zombie(void **state)
{
    (void)state;
    assert_true(in_child(subreaper_keeps_no_zombie));
}

static bool
works_without_standard_streams(void)
{
    close(0);
    close(1);
    close(2);
    return server_pid() != 0;
}

static void
closed_standard_streams_do_no_harm(void **state)
{
    (void)state;
    assert_true(in_child(works_without_standard_streams));
}

static pid_t parents_server;

static bool
forked_has_its_own_server(void)
{
    pid_t mine = server_pid();

    return mine && mine != parents_server && running(parents_server) && server_pid() == mine;
}

static void
forked_application_gets_its_own_server(void **state)
{
    (void)state;
    parents_server = server_pid();
    assert_true(in_child(forked_has_its_own_server));
    assert_int_equal(server_pid(), parents_server);
}

static void *
build_until_told(void *stop)
{
    while (!__atomic_load_n((int *)stop, __ATOMIC_RELAXED))
        build("busy", "", NULL);
    return NULL;
}

static bool
build_once(void)
{
    return build("forked", "", NULL) == CL_SUCCESS;
}

static void
fork_while_other_threads_build(void **state)
{
    pthread_t threads[3];
    int stop = 0;

    (void)state;
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, build_until_told, &stop);
    for (int i = 0; i < 20; i++)
        assert_true(in_child(build_once));
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

// Forks an application that starts a server, tells its number and a build's, and waits to be killed.
static pid_t
start_application(int *report, bool with_grandchild)
{
    int ends[2];
    pid_t pid, server = 0;

    assert_int_equal(pipe(ends), 0);
    pid = fork();
    if (pid == 0) {
        server = server_pid();
        // A process forked without fork() handlers keeps the socket open.
        if (with_grandchild && _Fork() == 0) {
            sleep(3);
            _exit(0);
        }
        if (write(ends[1], &server, sizeof(server)) < 0)
            _exit(1);
        build("__weft_test_sleep__", "", NULL);
        _exit(0);
    }
    close(ends[1]);
    if (read(ends[0], report, sizeof(*report)) != sizeof(*report))
        *report = 0;
    close(ends[0]);
    return pid;
}

static void
application_killed_takes_server_and_builds_along(void **state)
{
    int server, build_process = 0;
    pid_t application = start_application(&server, false);
    char path[128];
    FILE *children;

    (void)state;
    assert_int_not_equal(server, 0);
    usleep(100000);
    snprintf(path, sizeof(path), "/proc/%d/task/%d/children", server, server);
    children = fopen(path, "r");
    assert_non_null(children);
    assert_int_equal(fscanf(children, "%d", &build_process), 1);
    fclose(children);
    kill(application, SIGKILL);
    waitpid(application, NULL, 0);
    assert_true(ends_within_a_second(server));
    assert_true(ends_within_a_second(build_process));
}

static void
server_ends_though_a_forked_process_holds_the_socket(void **state)
{
    int server;
    pid_t application = start_application(&server, true);

    (void)state;
    assert_int_not_equal(server, 0);
    kill(application, SIGKILL);
    waitpid(application, NULL, 0);
    assert_true(ends_within_a_second(server));
}

static void
shutdown_leaves_no_process(void **state)
{
    pid_t server = server_pid();

    (void)state;
    assert_true(running(server));
    weft_compiler_shutdown();
    assert_false(running(server));
    assert_int_equal(build("again", "", NULL), CL_SUCCESS);
}

// As in_child, but through exit() and a destructor like the library's.
__attribute__((destructor)) static void
unload(void)
{
    weft_compiler_shutdown();
}

static void
exit_takes_the_server_along(void **state)
{
    int server, ends[2];
    pid_t pid;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid = fork();
    if (pid == 0) {
        server = server_pid();
        if (write(ends[1], &server, sizeof(server)) < 0)
            _exit(1);
        exit(0);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &server, sizeof(server)), sizeof(server));
    close(ends[0]);
    waitpid(pid, NULL, 0);
    assert_int_not_equal(server, 0);
    assert_true(ends_within_a_second(server));
}

static void
server_that_warms_up_serves(void **state)
{
    (void)state;
    weft_compiler_prepare();
    usleep(50000);
    assert_int_equal(build("f", "", NULL), CL_SUCCESS);
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

static void
no_descriptor_is_left(void **state)
{
    int before;

    (void)state;
    build("f", "", NULL);
    before = count_fds();
    for (int i = 0; i < 20; i++)
        build(i % 4 ? "f" : "__weft_test_crash__", "", NULL);
    assert_int_equal(count_fds(), before);
    weft_compiler_shutdown();
    assert_int_equal(count_fds(), before - 2); // the socket and the pidfd
}

static void
server_keeps_nothing_of_the_application(void **state)
{
    char path[128], target[256];
    ssize_t length;
    pid_t server;

    (void)state;
    assert_true(open("/etc/passwd", O_RDONLY) >= 0); // without O_CLOEXEC
    weft_compiler_shutdown();
    server = server_pid();
    for (int fd = 0; fd < 64; fd++) {
        snprintf(path, sizeof(path), "/proc/%d/fd/%d", server, fd);
        length = readlink(path, target, sizeof(target) - 1);
        if (length > 0) {
            target[length] = '\0';
            assert_string_not_equal(target, "/etc/passwd");
        }
    }
    snprintf(path, sizeof(path), "/proc/%d/cwd", server);
    length = readlink(path, target, sizeof(target) - 1);
    assert_int_equal(length, 1);
    assert_int_not_equal(getsid(server), getsid(0));
}

// Starts the server from a thread that is bound to one CPU and has another scheduling policy than the others.
static void *
start_server_from_unlike_thread(void *pid)
{
    const struct sched_param none = {0};
    cpu_set_t all, one;
    int first = 0;

    sched_getaffinity(0, sizeof(all), &all);
    while (!CPU_ISSET(first, &all))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    if (sched_setaffinity(0, sizeof(one), &one) == 0 && sched_setscheduler(0, SCHED_BATCH, &none) == 0)
        *(pid_t *)pid = server_pid();
    return NULL;
}

static void
server_runs_where_the_process_may(void **state)
{
    cpu_set_t process, servers;
    pthread_t thread;
    pid_t server = 0;

    (void)state;
    pthread_create(&thread, NULL, start_server_from_unlike_thread, &server);
    pthread_join(thread, NULL);
    assert_int_not_equal(server, 0);
    assert_int_equal(sched_getaffinity(0, sizeof(process), &process), 0);
    assert_int_equal(sched_getaffinity(server, sizeof(servers), &servers), 0);
    assert_true(CPU_EQUAL(&process, &servers));
    assert_int_equal(sched_getscheduler(server), SCHED_OTHER);
}

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
server_older_than_the_compiler_on_disk_stores_nothing(void **state)
{
    char directory[] = "/tmp/weft-upgrade-XXXXXX", compiler[64], command[512];

    (void)state;
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
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
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
        TEST(server_that_hangs_is_replaced),
        TEST(killed_server_is_replaced),
        TEST(server_killed_during_a_build_is_not_the_end),
        TEST(requests_wait_while_the_server_starts),
        TEST(prepare_starts_one_server),
        TEST(missing_compiler_is_CL_COMPILER_NOT_AVAILABLE),
        TEST(unusable_executable_is_CL_COMPILER_NOT_AVAILABLE),
        TEST(broken_compiler_says_why),
        TEST(application_sees_no_child),
        TEST(ignored_SIGCHLD_does_no_harm),
        TEST(child_subreaper_keeps_no_zombie),
        TEST(closed_standard_streams_do_no_harm),
        TEST(forked_application_gets_its_own_server),
        TEST(fork_while_other_threads_build),
        TEST(application_killed_takes_server_and_builds_along),
        TEST(server_ends_though_a_forked_process_holds_the_socket),
        TEST(shutdown_leaves_no_process),
        TEST(exit_takes_the_server_along),
        TEST(server_that_warms_up_serves),
        TEST(eight_threads_build_at_once),
        TEST(hundred_waiting_builds_do_not_starve),
        TEST(more_builds_than_the_socket_holds_wait_for_their_turn),
        TEST(no_descriptor_is_left),
        TEST(server_keeps_nothing_of_the_application),
        TEST(server_runs_where_the_process_may),
        TEST(server_older_than_the_compiler_on_disk_stores_nothing),
        TEST(source_is_there_for_debuggers_after_a_hit_too),
        TEST(close_ends_builds_and_refuses_new_ones),
    };

    setenv("WEFT_CACHE", "0", 1);
    setenv("WEFT_TEST_COMPILER", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
