// SPDX-License-Identifier: Apache-2.0
// Starts and ends weft-compiler.
#define _GNU_SOURCE 1
#include "runtime/build/compiler_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_BYTES ((size_t)256 << 10)
#define SERVER_FD 3
#define END_BY_ITSELF_MS 300
#define END_BY_SIGNAL_MS 1000

extern char **environ;

// ThreadSanitizer takes clone() for fork() and then updates its state from both processes, in one memory. It does not
// know the function by its other name.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#ifdef __SANITIZE_THREAD__
int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...);
#define clone __clone
#endif

// What becomes of a start, in memory that processes share even where they share no other: an emulator of user space
// (qemu) makes a fork() of the clone() below.
struct outcome {
    pid_t pid;
    int error; // 0 or an errno value
};

struct spawn {
    const char *executable; // borrowed
    bool later;
    char **environment; // owned array of borrowed strings
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    struct outcome *outcome; // owned by spawn_detached
};

// Runs in a process of its own that shares our memory while we are suspended, as vfork's child would.
__attribute__((no_sanitize_address, no_sanitize_thread)) static int
run_intermediate(void *argument)
{
    struct spawn *spawn = argument;
    char now[] = "--server", later[] = "--server-later", number[] = "3";
    char *const arguments[] = {(char *)"weft-compiler", spawn->later ? later : now, number, NULL};

    spawn->outcome->error = posix_spawn(&spawn->outcome->pid, spawn->executable, &spawn->actions, &spawn->attributes,
                                        arguments, spawn->environment);
    // Not _exit: sanitizers act on calls that do not return, and this is not the stack they know.
    syscall(SYS_exit_group, 0);
    return 0;
}

// The server's parent is an intermediate process that ends at once: its orphan belongs to init. The intermediate has
// no exit signal, which makes it invisible to wait() and to SIGCHLD handlers; the server itself cannot be such a
// child, for exec sets the exit signal back to SIGCHLD. Emulators have no intermediate without one.
static int
spawn_detached(struct spawn *spawn, pid_t *pid)
{
    const int flags = CLONE_VM | CLONE_VFORK;
    sigset_t all, before;
    int status, error = 0;
    pid_t intermediate;
    char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);

    if (stack == MAP_FAILED)
        return errno;
    spawn->outcome = mmap(NULL, sizeof(*spawn->outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (spawn->outcome == MAP_FAILED) {
        error = errno;
        munmap(stack, STACK_BYTES);
        return error;
    }
    spawn->outcome->error = EAGAIN;
    // The application's signal handlers must not run in the intermediate.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    intermediate = clone(run_intermediate, stack + STACK_BYTES, flags, spawn);
    if (intermediate < 0 && errno == EINVAL)
        intermediate = clone(run_intermediate, stack + STACK_BYTES, flags | SIGCHLD, spawn);
    if (intermediate < 0)
        error = errno;
    else
        while (waitpid(intermediate, &status, __WALL) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!error)
        error = spawn->outcome->error;
    *pid = spawn->outcome->pid;
    munmap(spawn->outcome, sizeof(*spawn->outcome));
    munmap(stack, STACK_BYTES);
    return error;
}

// The environment without what is meant for the application alone: preloaded tools do not fit a fork server, nor do
// the application's allocator settings. In huge pages the heap costs each build a quarter fewer page faults.
static char **
server_environment(void)
{
    static char huge_pages[] = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1";
    static const char *const dropped[] = {"LD_PRELOAD=", "LD_AUDIT=", "GLIBC_TUNABLES="};
    size_t count = 0, kept = 0;
    char **copy;

    while (environ && environ[count])
        count++;
    copy = malloc((count + 2) * sizeof(*copy));
    if (!copy)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        bool keep = true;
        for (size_t d = 0; d < sizeof(dropped) / sizeof(*dropped); d++)
            keep = keep && strncmp(environ[i], dropped[d], strlen(dropped[d])) != 0;
        if (keep)
            copy[kept++] = environ[i];
    }
    copy[kept++] = huge_pages;
    copy[kept] = NULL;
    return copy;
}

static int
prepare_spawn(struct spawn *spawn, int server_end)
{
    sigset_t none;
    int error = posix_spawn_file_actions_init(&spawn->actions);

    if (error)
        return error;
    error = posix_spawnattr_init(&spawn->attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&spawn->actions);
        return error;
    }
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&spawn->attributes, &none);
    posix_spawnattr_setflags(&spawn->attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
    // First the socket, for it may have the number of a standard stream that the application closed.
    error = posix_spawn_file_actions_adddup2(&spawn->actions, server_end, SERVER_FD);
    for (int fd = 0; fd < SERVER_FD && !error; fd++)
        error = posix_spawn_file_actions_addopen(&spawn->actions, fd, "/dev/null", O_RDWR, 0);
    if (error) {
        posix_spawnattr_destroy(&spawn->attributes);
        posix_spawn_file_actions_destroy(&spawn->actions);
    }
    return error;
}

int
weft_compiler_process_start(const char *executable, bool later, struct weft_compiler_process *process)
{
    struct spawn spawn = {.executable = executable, .later = later};
    pid_t pid = 0;
    int ends[2], error;

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return errno;
    spawn.environment = server_environment();
    if (!spawn.environment) {
        error = ENOMEM;
        goto fail_environment;
    }
    error = prepare_spawn(&spawn, ends[1]);
    if (error)
        goto fail_prepare;
    error = spawn_detached(&spawn, &pid);
    posix_spawnattr_destroy(&spawn.attributes);
    posix_spawn_file_actions_destroy(&spawn.actions);
    if (error)
        goto fail_prepare;
    free(spawn.environment);
    close(ends[1]);
    process->used = false;
    process->pid = pid;
    process->control = ends[0];
    process->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    return 0;

fail_prepare:
    free(spawn.environment);
fail_environment:
    close(ends[0]);
    close(ends[1]);
    return error;
}

static bool
wait_gone(int pidfd, int timeout_ms)
{
    struct pollfd gone = {.fd = pidfd, .events = POLLIN};

    while (poll(&gone, 1, timeout_ms) < 0 && errno == EINTR)
        ;
    return gone.revents != 0;
}

static void
kill_server(const struct weft_compiler_process *process)
{
    syscall(SYS_pidfd_send_signal, process->pidfd, SIGKILL, NULL, 0);
}

void
weft_compiler_process_end(struct weft_compiler_process *process, bool wait)
{
    bool gone = false;

    if (!process->pid)
        return;
    close(process->control);
    if (process->pidfd >= 0) {
        // A server that had builds reaps them before it ends; one that still loads LLVM has none and need not go on.
        if (!process->used)
            kill_server(process);
        if (wait) {
            gone = wait_gone(process->pidfd, END_BY_ITSELF_MS);
            if (!gone) {
                kill_server(process);
                gone = wait_gone(process->pidfd, END_BY_SIGNAL_MS);
            }
        }
        // Orphans are ours when this process is a child subreaper or the first of a container.
        if (gone)
            waitpid(process->pid, NULL, WNOHANG | __WALL);
        close(process->pidfd);
    }
    *process = (struct weft_compiler_process){.control = -1, .pidfd = -1};
}

void
weft_compiler_process_forget(struct weft_compiler_process *process)
{
    if (!process->pid)
        return;
    close(process->control);
    if (process->pidfd >= 0)
        close(process->pidfd);
    *process = (struct weft_compiler_process){.control = -1, .pidfd = -1};
}
