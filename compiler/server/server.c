// SPDX-License-Identifier: Apache-2.0
// The fork server's process: its surroundings, its loop, and how builds ended.
#define _GNU_SOURCE 1
#include "compiler/server/server.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include "compiler/build.h"

#define MAX_BUILDS 64
#define STACK_BYTES ((rlim_t)64 << 20) // Clang and LLVM recurse with the nesting of the source
#define CONTROL_FD 3
// Where the cache has files it mostly answers before this has passed, and the first launches need all CPUs.
#define BEGIN_AFTER_MS 20
// A request that waits already is not held up by warming up, nor is a short program's only CPU; nor are the first
// launches of one that has built what it needs at once, as most do, or has found it in the cache.
#define WARM_UP_AFTER_MS 20
// For how long Linux lets this process and its builds run, in ns, while others wait that have had less of the CPU: the
// least there is. A worker thread that is woken for a launch would wait for milliseconds.
#define SLICE_NS 100000

// Linux's struct sched_attr, whose headers do not go with the C library's (SCHED_ATTR_SIZE_VER0).
struct scheduling {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period; // ns
};

struct child {
    pid_t pid;    // 0: free slot
    int stream;   // owned
    int messages; // owned: memfd with the build's stderr, or -1
};

struct server {
    int control;     // owned
    int signals;     // owned: signalfd of SIGCHLD
    int application; // owned: pidfd of the process at the other end, or -1
    int messages;    // owned: memfd with this process's stderr, or -1
    bool ready;      // weft_build_initialize() succeeded
    bool warm;       // weft_build_warm_up() was called
    bool spared;     // the cache has answered a build
    unsigned builds, max_builds;
    uint64_t started; // builds so far
    struct weft_limits limits;
    struct child children[MAX_BUILDS];
};

static struct server the_server;

static int
redirect(int fd, int to)
{
    return fd == to ? fd : dup2(fd, to);
}

// Keeps nothing of the application's: descriptors, signals, terminal, directory.
static bool
leave_application(struct server *server, int control)
{
    int null, fd;
    sigset_t none;
    struct rlimit stack;

    // Out of the way of the descriptors that get fixed numbers.
    control = fcntl(control, F_DUPFD_CLOEXEC, CONTROL_FD + 1);
    null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (control < 0 || null < 0)
        return false;
    fd = memfd_create("weft-compiler-stderr", MFD_CLOEXEC);
    redirect(null, STDIN_FILENO);
    redirect(null, STDOUT_FILENO);
    redirect(fd >= 0 ? fd : null, STDERR_FILENO);
    redirect(control, CONTROL_FD);
    server->control = CONTROL_FD;
    server->messages = fd >= 0 ? STDERR_FILENO : -1;
    if (syscall(SYS_close_range, CONTROL_FD + 1, UINT_MAX, 0) != 0) {
        for (fd = CONTROL_FD + 1; fd < 65536; fd++)
            close(fd);
    }
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL); // fails for some, which have no disposition to reset
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); // a file larger than the application's limit is an error like others
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid(); // fails when the process leads a session already
    if (chdir("/") != 0)
        return false;
    umask(077);
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < STACK_BYTES) {
        stack.rlim_cur = stack.rlim_max < STACK_BYTES ? stack.rlim_max : STACK_BYTES;
        setrlimit(RLIMIT_STACK, &stack);
    }
    return true;
}

// The process that made the socket pair; 0 if the kernel does not tell.
static pid_t
application_of(int control)
{
    struct ucred peer;
    socklen_t size = sizeof(peer);

    return getsockopt(control, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.pid > 0 ? peer.pid : 0;
}

// The server is started by whichever thread came first, which may be bound to one CPU or have priority over all others.
// Builds run where the application's kernels do, which is where its main thread may run, and as ordinary processes.
static void
leave_thread(pid_t application)
{
    const struct sched_param ordinary = {0};
    struct scheduling slice = {.size = sizeof(slice), .nice = getpriority(PRIO_PROCESS, 0), .runtime = SLICE_NS};
    cpu_set_t cpus;

    (void)sched_setscheduler(0, SCHED_OTHER, &ordinary);
    (void)syscall(SYS_sched_setattr, 0, &slice, 0); // a hint: before Linux 6.12 it does nothing
    if (application && sched_getaffinity(application, sizeof(cpus), &cpus) == 0)
        (void)sched_setaffinity(0, sizeof(cpus), &cpus);
}

static unsigned
max_builds(void)
{
    cpu_set_t cpus;
    int count = sched_getaffinity(0, sizeof(cpus), &cpus) == 0 ? CPU_COUNT(&cpus) : 1;

    // A few more than one, so that a build running into its limits does not hold up the others.
    return count < 4 ? 4 : count > MAX_BUILDS ? MAX_BUILDS : (unsigned)count;
}

// The text in a memfd, at most `size` - 1 bytes.
static void
read_messages(int fd, char *text, size_t size)
{
    ssize_t n = fd >= 0 ? pread(fd, text, size - 1, 0) : 0;

    text[n > 0 ? n : 0] = '\0';
}

// One response written by the server itself. It is small enough for the socket's buffer; a client that cannot take
// it sees EOF instead.
static void
respond(int stream, int32_t status, const char *log)
{
    struct weft_response response = {.status = status, .log = {log, strlen(log)}};
    struct weft_writer out = {0};

    weft_response_encode(&response, &out);
    if (!out.failed) {
        uint64_t size = out.size;

        if (send(stream, &size, sizeof(size), MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)sizeof(size) &&
            send(stream, out.data, out.size, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
            // The client gave up.
        }
    }
    weft_writer_finish(&out);
}

// Says how a build ended that did not answer.
static void
respond_for_dead(const struct server *server, const struct child *child, int status)
{
    char messages[4096], log[sizeof(messages) + 256];
    const char *name;

    read_messages(child->messages, messages, sizeof(messages));
    if (WIFEXITED(status) && WEXITSTATUS(status) == WEFT_EXIT_NO_MEMORY) {
        snprintf(log, sizeof(log),
                 "error: the compiler ran out of its %u MB while building this program (WEFT_COMPILER_MEMORY_MB)\n%s",
                 server->limits.memory_mb, messages);
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        snprintf(log, sizeof(log),
                 "error: the compiler ran out of its %u s of CPU time while building this program "
                 "(WEFT_COMPILER_CPU_SECONDS)\n%s",
                 server->limits.cpu_seconds, messages);
    } else if (WIFSIGNALED(status)) {
        name = strsignal(WTERMSIG(status));
        snprintf(log, sizeof(log), "error: the compiler ended by signal %d (%s) while building this program\n%s",
                 WTERMSIG(status), name ? name : "unknown", messages);
    } else {
        snprintf(log, sizeof(log), "error: the compiler ended with code %d while building this program\n%s",
                 WEXITSTATUS(status), messages);
    }
    respond(child->stream, CL_BUILD_PROGRAM_FAILURE, log);
}

static void
reap(struct server *server)
{
    struct signalfd_siginfo info;
    int status;
    pid_t pid;

    while (read(server->signals, &info, sizeof(info)) > 0)
        ;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        for (unsigned i = 0; i < MAX_BUILDS; i++) {
            struct child *child = &server->children[i];

            if (child->pid != pid)
                continue;
            if (!WIFEXITED(status) || WEXITSTATUS(status) != WEFT_EXIT_ANSWERED)
                respond_for_dead(server, child, status);
            close(child->stream);
            if (child->messages >= 0)
                close(child->messages);
            child->pid = 0;
            server->builds--;
            break;
        }
    }
}

// In the forked process: keeps the stream and its own stderr only.
static void
become_child(const struct server *server, const struct child *child, pid_t parent)
{
    sigset_t none;
    int stream;

    if (child->messages >= 0)
        dup2(child->messages, STDERR_FILENO);
    stream = redirect(child->stream, CONTROL_FD);
    if (syscall(SYS_close_range, CONTROL_FD + 1, UINT_MAX, 0) != 0) {
        for (int fd = CONTROL_FD + 1; fd < 1024; fd++)
            close(fd);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    weft_child_run(stream, parent, &server->limits);
}

// Takes ownership of `stream`.
static void
start_build(struct server *server, int stream)
{
    struct child *child = server->children;
    pid_t parent = getpid();
    char messages[4096];

    if (!server->ready) {
        read_messages(server->messages, messages, sizeof(messages));
        respond(stream, CL_COMPILER_NOT_AVAILABLE, *messages ? messages : "error: the compiler could not start\n");
        close(stream);
        return;
    }
    while (child->pid)
        child++; // there is a free slot: builds < max_builds <= MAX_BUILDS
    child->stream = stream;
    child->messages = memfd_create("weft-build-stderr", MFD_CLOEXEC);
    child->pid = fork();
    if (child->pid == 0)
        become_child(server, child, parent);
    if (child->pid > 0) {
        server->builds++;
        server->started++;
        return;
    }
    respond(stream, CL_OUT_OF_HOST_MEMORY, "error: the compiler could not fork\n");
    close(stream);
    if (child->messages >= 0)
        close(child->messages);
    child->pid = 0;
}

// Receives one stream; false when the application closed its end.
static bool
accept_build(struct server *server)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    char byte;
    struct iovec data = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
    ssize_t n = recvmsg(server->control, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    struct cmsghdr *header;
    int stream;

    if (n < 0)
        return errno == EINTR || errno == EAGAIN || errno == EMFILE || errno == ENFILE || errno == ENOMEM;
    header = CMSG_FIRSTHDR(&message);
    if (!header && n > 0)
        server->spared |= byte == WEFT_CONTROL_SPARED;
    if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(sizeof(int)))
        return n > 0;
    memcpy(&stream, CMSG_DATA(header), sizeof(stream));
    start_build(server, stream);
    return true;
}

// A client that closed its stream has no use for the build (it timed out, or its thread is gone).
static void
cancel_abandoned(struct server *server, const struct pollfd *streams)
{
    for (unsigned i = 0; i < MAX_BUILDS; i++) {
        if (server->children[i].pid && (streams[i].revents & (POLLHUP | POLLERR)))
            kill(server->children[i].pid, SIGKILL);
    }
}

static void
serve(struct server *server)
{
    enum { SIGNALS, APPLICATION, CONTROL, STREAMS };
    struct pollfd fds[STREAMS + MAX_BUILDS];
    bool idle;
    int count;

    for (;;) {
        fds[SIGNALS] = (struct pollfd){.fd = server->signals, .events = POLLIN};
        fds[APPLICATION] = (struct pollfd){.fd = server->application, .events = POLLIN};
        // While all slots are busy requests wait in the socket; hang-up is reported all the same.
        fds[CONTROL] = (struct pollfd){.fd = server->control};
        if (server->builds < server->max_builds)
            fds[CONTROL].events = POLLIN;
        for (unsigned i = 0; i < MAX_BUILDS; i++) {
            const struct child *child = &server->children[i];

            fds[STREAMS + i] = (struct pollfd){.fd = child->pid ? child->stream : -1};
        }
        idle = server->ready && !server->warm && !server->builds &&
               (server->started ? server->started > 1 : !server->spared);
        count = poll(fds, STREAMS + MAX_BUILDS, idle ? WARM_UP_AFTER_MS : -1);
        if (count < 0) {
            if (errno == EINTR)
                continue;
            return;
        }
        if (count == 0) {
            weft_build_warm_up();
            server->warm = true;
            continue;
        }
        cancel_abandoned(server, fds + STREAMS);
        if (fds[SIGNALS].revents)
            reap(server);
        if (fds[APPLICATION].revents || (fds[CONTROL].revents & (POLLHUP | POLLERR | POLLNVAL)))
            return;
        if ((fds[CONTROL].revents & POLLIN) && !accept_build(server))
            return;
    }
}

// Kills what runs and leaves no zombie for whoever inherits orphans.
static void
end_builds(struct server *server)
{
    for (unsigned i = 0; i < MAX_BUILDS; i++) {
        if (server->children[i].pid)
            kill(server->children[i].pid, SIGKILL);
    }
    while (waitpid(-1, NULL, 0) > 0)
        ;
}

// Until there is a build to do, or reason to expect one.
static void
wait_for_need(struct server *server)
{
    enum { APPLICATION, CONTROL };
    struct pollfd fds[] = {{.fd = server->application, .events = POLLIN}, {.fd = server->control, .events = POLLIN}};
    ssize_t got;
    char byte;
    int count;

    while ((count = poll(fds, 2, server->spared ? -1 : BEGIN_AFTER_MS)) != 0) {
        if (count < 0 && errno != EINTR)
            return;
        if (count < 0)
            continue;
        if (fds[APPLICATION].revents || (fds[CONTROL].revents & (POLLHUP | POLLERR | POLLNVAL)))
            _exit(0);
        got = recv(server->control, &byte, sizeof(byte), MSG_PEEK | MSG_DONTWAIT);
        if (got == 0)
            _exit(0);
        if (got < 0)
            continue;
        if (byte != WEFT_CONTROL_SPARED)
            return;
        server->spared = true;
        (void)recv(server->control, &byte, sizeof(byte), MSG_DONTWAIT);
    }
}

void
weft_server_begin(int control, bool later)
{
    struct server *server = &the_server;
    sigset_t child_signal;
    pid_t application;

    if (!leave_application(server, control))
        _exit(1);
    prctl(PR_SET_NAME, "weft-compiler");
    application = application_of(server->control);
    // Its death ends this server even when a process forked from it still holds a copy of the socket.
    server->application = application ? (int)syscall(SYS_pidfd_open, application, 0) : -1;
    if (application && server->application < 0 && errno == ESRCH)
        _exit(0); // it ended already
    leave_thread(application);
    server->max_builds = max_builds();
    server->limits = weft_limits_read();
    sigemptyset(&child_signal);
    sigaddset(&child_signal, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_signal, NULL);
    server->signals = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
    if (server->signals < 0)
        _exit(1);
    if (later)
        wait_for_need(server);
}

void
weft_server_run(void)
{
    the_server.ready = weft_build_initialize();
    serve(&the_server);
    end_builds(&the_server);
    // No destructors: the kernel frees faster.
    _exit(0);
}
