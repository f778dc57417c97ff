// SPDX-License-Identifier: Apache-2.0
// Tests of runtime/build/compiler_process.c: the server's life beside the application's, and its forks.
#define _GNU_SOURCE 1
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
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/tests/build/fake_builds.h"
#include "runtime/tests/emulator.h"

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
    skip_where_the_emulator(EMULATOR_HAS_NO_SILENT_CHILDREN);
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

// As the library's destructor does, for processes that exit().
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

// Whether a new server, which is prepared before `use`, has made the file that the variable names at most so many
// milliseconds after it.
static bool
leaves_mark_after(const char *directory, const char *mark, void (*use)(void), int milliseconds)
{
    char path[64];
    bool is_there = false;

    snprintf(path, sizeof(path), "%s/mark", directory);
    weft_compiler_shutdown();
    setenv(mark, path, 1);
    setenv("WEFT_FAKE_SLOW", "1", 1);
    weft_compiler_prepare();
    use();
    for (int i = 0; i < milliseconds && !is_there; i++) {
        usleep(1000);
        is_there = access(path, F_OK) == 0;
    }
    unlink(path);
    unsetenv(mark);
    unsetenv("WEFT_FAKE_SLOW");
    return is_there;
}

// It starts slowly, so that it hears of the use before it is idle, however busy the machine is.
static bool
warms_up_after(const char *directory, void (*use)(void), int milliseconds)
{
    return leaves_mark_after(directory, "WEFT_FAKE_WARM", use, milliseconds);
}

// Whether what builds need is loaded at all.
static bool
loads_after(const char *directory, void (*use)(void), int milliseconds)
{
    return leaves_mark_after(directory, "WEFT_FAKE_READY", use, milliseconds);
}

static void
use_nothing(void)
{
}

static void
use_cached(void)
{
    assert_int_equal(build("cached", "", NULL), CL_SUCCESS);
}

static void
use_new(void)
{
    static int number;
    char source[32];

    snprintf(source, sizeof(source), "new %d", number++);
    assert_int_equal(build(source, "", NULL), CL_SUCCESS);
}

static void
use_cached_and_new(void)
{
    use_cached();
    use_new();
    use_new();
}

static void
server_warms_up_where_builds_may_come(void **state)
{
    char directory[] = "/tmp/weft-warm-XXXXXX", command[64];

    (void)state;
    assert_non_null(mkdtemp(directory));
    setenv("WEFT_CACHE", "1", 1);
    setenv("WEFT_CACHE_DIR", directory, 1);
    assert_true(loads_after(directory, use_nothing, 5000));
    use_cached();
    assert_true(loads_after(directory, use_nothing, 5000));
    for (int i = 0; loads_after(directory, use_cached, 400); i++)
        assert_true(i < 5); // a busy machine may keep the answer from it until it has waited enough
    assert_true(loads_after(directory, use_new, 5000));
    assert_true(warms_up_after(directory, use_nothing, 5000));
    assert_false(warms_up_after(directory, use_cached, 400));
    assert_false(warms_up_after(directory, use_new, 400));
    assert_true(warms_up_after(directory, use_cached_and_new, 5000));
    unsetenv("WEFT_CACHE_DIR");
    assert_int_equal(without_cache(NULL), 0);
    snprintf(command, sizeof(command), "rm -rf %s", directory);
    assert_int_equal(system(command), 0);
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

int
main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare_fake_compiler, end_fake_compiler)
        TEST(server_that_hangs_is_replaced),
        TEST(killed_server_is_replaced),
        TEST(server_killed_during_a_build_is_not_the_end),
        TEST(requests_wait_while_the_server_starts),
        TEST(prepare_starts_one_server),
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
        TEST(server_warms_up_where_builds_may_come),
        TEST(server_keeps_nothing_of_the_application),
        TEST(server_runs_where_the_process_may),
    };

    return cmocka_run_group_tests(tests, without_cache, NULL);
}
