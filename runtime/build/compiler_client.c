// SPDX-License-Identifier: Apache-2.0
// Sends builds to the fork server and survives its end, the application's fork() and slow builds.
#define _GNU_SOURCE 1
#include "runtime/build/compiler_client.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <linux/sockios.h>

#include "compiler/options.h"
#include "compiler/program_binary.h"
#include "runtime/base/exit_watch.h"
#include "runtime/base/fork.h"
#include "runtime/base/log.h"
#include "runtime/base/thread.h"
#include "runtime/build/cache.h"
#include "runtime/build/cache_files.h"
#include "runtime/build/compiler_location.h"
#include "runtime/build/compiler_process.h"
#include "runtime/build/cpu.h"

#define DEFAULT_TIMEOUT_SECONDS 300
#define LARGEST_RESPONSE (UINT64_C(1) << 32) // bytes

// A build under way; lives on the stack of the thread that waits for it.
struct exchange {
    struct exchange *next; // guarded by client_lock
    int stream;            // owned
    struct timespec deadline;
    pid_t server;           // that has the stream's other end
    uint64_t identity;      // of the compiler that it is
    uint64_t answers;       // of that server to others, when it got the stream
    struct weft_writer out; // the framed request
    size_t sent;            // bytes
    bool unheard;           // lost with a server that never answered anybody
    unsigned char *in;      // owned: the response without its length
    uint64_t in_size;       // bytes
};

enum outcome { ANSWERED, LOST, TIMED_OUT, NO_MEMORY, NOT_STARTED };

static struct weft_mutex client_lock = WEFT_MUTEX_INITIALIZER;
static struct weft_compiler_process server WEFT_GUARDED_BY(client_lock); // pid 0: not running
static uint64_t server_identity WEFT_GUARDED_BY(client_lock);            // weft_compiler_identity() before its start
static uint64_t server_answers WEFT_GUARDED_BY(client_lock);             // builds that it answered
static bool server_spared WEFT_GUARDED_BY(client_lock);                  // it was told that the cache answers
static struct exchange *exchanges WEFT_GUARDED_BY(client_lock);          // of this process's threads
static bool unload_awaited WEFT_GUARDED_BY(client_lock);                 // once there are no exchanges

static _Atomic bool closed;

// In the child of a fork: the server belongs to the parent, as do the threads that wait for builds.
static void
forget_builds(void) WEFT_NO_ANALYSIS
{
    for (const struct exchange *e = exchanges; e; e = e->next)
        close(e->stream);
    exchanges = NULL;
    unload_awaited = false;
    weft_compiler_process_forget(&server);
}

static struct weft_fork_lock fork_lock = {.lock = &client_lock, .in_child = forget_builds};

// Starts the server unless it runs; before there is a build it may wait where the cache has files.
static bool
ensure_server(bool has_build) WEFT_REQUIRES(client_lock)
{
    char *path;
    int error;

    if (server.pid)
        return true;
    weft_exit_watch();
    path = weft_compiler_find();
    if (!path) {
        weft_log_message(WEFT_LOG_WARN, "weft-compiler is not beside libweft.so, nor where WEFT_COMPILER says");
        return false;
    }
    server_identity = weft_compiler_identity();
    server_answers = 0;
    server_spared = false;
    error = weft_compiler_process_start(path, !has_build && weft_cache_is_filled(), &server);
    if (error)
        weft_log_message(WEFT_LOG_WARN, "%s cannot be started: %s", path, strerror(error));
    else
        weft_log_message(WEFT_LOG_DEBUG, "started %s as process %d", path, (int)server.pid);
    free(path);
    return error == 0;
}

void
weft_compiler_prepare(void)
{
    weft_fork_takes(&fork_lock);
    weft_mutex_lock(&client_lock);
    ensure_server(false);
    weft_mutex_unlock(&client_lock);
}

// exit() need not wait for the kernel to free the server's memory; after dlclose nothing may be left.
static void
end_server(void) WEFT_REQUIRES(client_lock)
{
    weft_compiler_process_end(&server, !weft_exit_begun());
}

void
weft_compiler_shutdown(void)
{
    weft_mutex_lock(&client_lock);
    end_server();
    weft_mutex_unlock(&client_lock);
}

void
weft_compiler_unload(void)
{
    weft_mutex_lock(&client_lock);
    unload_awaited = exchanges != NULL;
    if (!unload_awaited)
        end_server();
    weft_mutex_unlock(&client_lock);
}

void
weft_compiler_close(void)
{
    weft_mutex_lock(&client_lock);
    atomic_store(&closed, true);
    for (const struct exchange *e = exchanges; e; e = e->next)
        shutdown(e->stream, SHUT_RDWR);
    weft_mutex_unlock(&client_lock);
}

bool
weft_compiler_closed(void)
{
    return closed;
}

static void
set_deadline(struct exchange *e)
{
    const char *text = getenv("WEFT_COMPILER_TIMEOUT_SECONDS");
    long seconds = text ? strtol(text, NULL, 10) : 0;

    clock_gettime(CLOCK_MONOTONIC, &e->deadline);
    e->deadline.tv_sec += seconds > 0 && seconds < INT_MAX ? seconds : DEFAULT_TIMEOUT_SECONDS;
}

// How long until the deadline; 0 or less when it has passed.
static long long
left_ms(const struct exchange *e)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (e->deadline.tv_sec - now.tv_sec) * 1000LL + (e->deadline.tv_nsec - now.tv_nsec) / 1000000;
}

// Waits for `events` on the stream; false when the deadline has passed.
static bool
wait_ready(const struct exchange *e, short events)
{
    struct pollfd ready = {.fd = e->stream, .events = events};
    long long left;

    while ((left = left_ms(e)) > 0) {
        if (poll(&ready, 1, left > INT_MAX ? INT_MAX : (int)left) > 0)
            return true;
    }
    return false;
}

// Hands `stream` to the server with one byte of data. Returns 0 or an errno value.
static int
send_stream(int control, int stream)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } ancillary = {0};
    char byte = WEFT_CONTROL_BUILD;
    struct iovec data = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &ancillary, .msg_controllen = sizeof(ancillary)};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);

    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &stream, sizeof(stream));
    while (sendmsg(control, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        if (errno != EINTR)
            return errno;
    }
    return 0;
}

// The cache has answered a build: a server that has had none yet need not prepare for more, while kernels run. Where it
// does not hear of it, nothing is lost but time.
static void
spare_server(void)
{
    static const char byte = WEFT_CONTROL_SPARED;

    weft_fork_takes(&fork_lock);
    weft_mutex_lock(&client_lock);
    if (server.pid && !server.used && !server_spared) {
        server_spared = true;
        (void)send(server.control, &byte, sizeof(byte), MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    weft_mutex_unlock(&client_lock);
}

// Gives the server its end of the stream, with the lock held. A server found dead is replaced once. Returns 0, an errno
// value of the socket, or ENOENT: none can be started.
static int
submit_locked(int server_end) WEFT_REQUIRES(client_lock)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        int error;

        if (!ensure_server(true))
            return ENOENT;
        server.used = true;
        error = send_stream(server.control, server_end);
        if (error != EPIPE && error != ECONNRESET)
            return error;
        weft_log_message(WEFT_LOG_INFO, "the compiler process is gone");
        weft_compiler_process_end(&server, true);
    }
    weft_log_message(WEFT_LOG_WARN, "the compiler process ended as soon as it was started");
    return ENOENT;
}

static enum outcome
submit(struct exchange *e)
{
    static const struct timespec pause = {.tv_nsec = 2000000};
    int ends[2], error;

    weft_fork_takes(&fork_lock);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        weft_log_message(WEFT_LOG_WARN, "no socket for the compiler: %s", strerror(errno));
        return NO_MEMORY;
    }
    for (;;) {
        weft_mutex_lock(&client_lock);
        error = closed ? ECANCELED : submit_locked(ends[1]);
        if (!error) {
            e->stream = ends[0];
            e->server = server.pid;
            e->identity = server_identity;
            e->answers = server_answers;
            e->next = exchanges;
            exchanges = e;
        }
        weft_mutex_unlock(&client_lock);
        // The server takes no more requests than it can run. The socket is not polled: it may be replaced meanwhile.
        if ((error != EAGAIN && error != ETOOMANYREFS) || left_ms(e) <= 0)
            break;
        nanosleep(&pause, NULL);
    }
    close(ends[1]);
    if (!error)
        return ANSWERED;
    close(ends[0]);
    return error == ENOENT ? NOT_STARTED : error == EAGAIN || error == ETOOMANYREFS ? TIMED_OUT : LOST;
}

// Whether the server's child has taken all that was sent.
static bool
request_was_read(const struct exchange *e)
{
    int unread = 0;

    return ioctl(e->stream, SIOCOUTQ, &unread) == 0 && unread == 0;
}

static void
forget_exchange(struct exchange *e, enum outcome outcome)
{
    struct exchange **link;

    weft_mutex_lock(&client_lock);
    e->unheard = outcome == LOST && !closed && e->server == server.pid && !server_answers;
    if (e->server == server.pid) {
        if (outcome == ANSWERED)
            server_answers++;
        // Neither did it begin this build nor end another: it hangs, and the next build is to find another server.
        if (outcome == TIMED_OUT && server_answers == e->answers && !request_was_read(e)) {
            weft_log_message(WEFT_LOG_INFO, "the compiler process hangs; the next build starts another");
            weft_compiler_process_end(&server, true);
        }
    }
    for (link = &exchanges; *link; link = &(*link)->next) {
        if (*link == e) {
            *link = e->next;
            break;
        }
    }
    close(e->stream);
    if (unload_awaited && !exchanges) {
        unload_awaited = false;
        end_server();
    }
    weft_mutex_unlock(&client_lock);
}

static enum outcome
send_request(struct exchange *e)
{
    while (e->sent < e->out.size) {
        ssize_t n = send(e->stream, e->out.data + e->sent, e->out.size - e->sent, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (n >= 0)
            e->sent += (size_t)n;
        else if (errno == EAGAIN && !wait_ready(e, POLLOUT))
            return TIMED_OUT;
        else if (errno != EAGAIN && errno != EINTR)
            break; // the other side may have answered already; reading tells
    }
    return ANSWERED;
}

// Receives until `size` bytes of `data` are there.
static enum outcome
receive(const struct exchange *e, unsigned char *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = recv(e->stream, data + done, size - done, MSG_DONTWAIT);

        if (n > 0)
            done += (size_t)n;
        else if (n < 0 && errno == EAGAIN) {
            if (!wait_ready(e, POLLIN))
                return TIMED_OUT;
        } else if (n == 0 || errno != EINTR)
            return LOST;
    }
    return ANSWERED;
}

static enum outcome
receive_response(struct exchange *e)
{
    enum outcome outcome = receive(e, (unsigned char *)&e->in_size, sizeof(e->in_size));

    if (outcome != ANSWERED)
        return outcome;
    if (e->in_size > LARGEST_RESPONSE)
        return LOST;
    e->in = malloc(e->in_size ? (size_t)e->in_size : 1);
    if (!e->in)
        return NO_MEMORY;
    return receive(e, e->in, (size_t)e->in_size);
}

// One attempt at having the request answered; on ANSWERED e->in is the response.
static enum outcome
run_exchange(struct exchange *e)
{
    enum outcome outcome = submit(e);

    if (outcome != ANSWERED)
        return outcome;
    outcome = send_request(e);
    if (outcome == ANSWERED)
        outcome = receive_response(e);
    forget_exchange(e, outcome);
    return outcome;
}

// The server does not know what it forked for and says BUILD; make it what the application called.
static cl_int
status_for(uint32_t kind, cl_int status)
{
    if (status == CL_BUILD_PROGRAM_FAILURE || status == CL_COMPILE_PROGRAM_FAILURE || status == CL_LINK_PROGRAM_FAILURE)
        return weft_failure_of(kind);
    if (status == CL_COMPILER_NOT_AVAILABLE && kind == WEFT_REQUEST_LINK)
        return CL_LINKER_NOT_AVAILABLE;
    return status;
}

static cl_int
finish_with(struct weft_build_result *result, cl_int status, const char *log)
{
    struct weft_build_result made = {.status = status, .log = strdup(log)};

    if (!made.log)
        return CL_OUT_OF_HOST_MEMORY;
    *result = made;
    return CL_SUCCESS;
}

static cl_int
finish_with_response(const struct exchange *e, uint32_t kind, struct weft_build_result *result)
{
    struct weft_reader in = {.data = e->in, .size = (size_t)e->in_size};
    struct weft_build_result made = {0};
    struct weft_response response;

    if (!weft_response_decode(&in, &response))
        return finish_with(result, weft_failure_of(kind), "error: the compiler ended while it answered\n");
    made.status = status_for(kind, response.status);
    made.log = malloc(response.log.size + 1);
    if (!made.log)
        return CL_OUT_OF_HOST_MEMORY;
    if (response.log.size)
        memcpy(made.log, response.log.data, response.log.size);
    made.log[response.log.size] = '\0';
    if (made.status == CL_SUCCESS) {
        made.binary = malloc(response.binary.size + 1);
        if (!made.binary) {
            free(made.log);
            return CL_OUT_OF_HOST_MEMORY;
        }
        if (response.binary.size)
            memcpy(made.binary, response.binary.data, response.binary.size);
        made.binary_size = response.binary.size;
    }
    *result = made;
    return CL_SUCCESS;
}

// Asks the server, twice if it dies meanwhile (it then says nothing, unlike for a build that dies). *identity is that
// of the compiler that answered.
static cl_int
ask_compiler(const struct weft_request *request, struct weft_build_result *result, uint64_t *identity)
{
    struct exchange e = {.stream = -1};
    enum outcome outcome = LOST;
    cl_int err;

    weft_writer_u64(&e.out, 0); // the length, set below
    weft_request_encode(request, &e.out);
    if (e.out.failed) {
        weft_writer_finish(&e.out);
        return CL_OUT_OF_HOST_MEMORY;
    }
    memcpy(e.out.data, &(uint64_t){e.out.size - sizeof(uint64_t)}, sizeof(uint64_t));
    set_deadline(&e);
    for (int attempt = 0; attempt < 2 && outcome == LOST && !closed; attempt++) {
        e.sent = 0;
        free(e.in);
        e.in = NULL;
        outcome = run_exchange(&e);
    }
    if (outcome == LOST && e.unheard) {
        weft_log_message(WEFT_LOG_WARN, "the compiler process ended before it answered anything");
        outcome = NOT_STARTED;
    }
    switch (outcome) {
    case ANSWERED:
        err = finish_with_response(&e, request->kind, result);
        // Such a server never gets better; the next build starts another, which may find what this one missed.
        if (err == CL_SUCCESS && result->status == status_for(request->kind, CL_COMPILER_NOT_AVAILABLE))
            weft_compiler_shutdown();
        break;
    case TIMED_OUT:
        err = finish_with(result, weft_failure_of(request->kind),
                          "error: the compiler did not answer in time (WEFT_COMPILER_TIMEOUT_SECONDS)\n");
        break;
    case NOT_STARTED:
        err = finish_with(result, status_for(request->kind, CL_COMPILER_NOT_AVAILABLE),
                          "error: weft-compiler cannot be started (WEFT_LOG=warn tells why)\n");
        break;
    case LOST:
        err = finish_with(result, weft_failure_of(request->kind),
                          closed ? "error: the build was not done when the process ended\n"
                                 : "error: the compiler process ended unexpectedly\n");
        break;
    default:
        err = CL_OUT_OF_HOST_MEMORY;
        break;
    }
    *identity = e.identity;
    free(e.in);
    weft_writer_finish(&e.out);
    return err;
}

static bool
wants_debug_info(const struct weft_request *request)
{
    struct weft_options options;
    char message[512];
    bool wants = weft_options_parse(request->kind, request->options, &options, message, sizeof(message));

    wants = wants && options.debug_info;
    weft_options_finish(&options);
    return wants;
}

// A request with all that its key is made of.
struct whole {
    struct weft_request request;
    char *directory, *source_file; // owned, may be NULL
    uint64_t identity;
    bool has_key;
    struct weft_cache_key key;
};

static void
fill(struct whole *whole, const struct weft_request *request)
{
    struct weft_request *full = &whole->request;

    *whole = (struct whole){.request = *request, .identity = weft_compiler_identity()};
    if (!full->target)
        full->target = weft_binary_target();
    if (!full->cpu)
        full->cpu = weft_cpu_name();
    full->host = weft_host_features();
    // Paths are on the heap: a thread of an application's may have a stack of 16 KB.
    whole->directory = full->directory ? NULL : getcwd(NULL, 0);
    if (!full->directory)
        full->directory = whole->directory ? whole->directory : "";
    whole->source_file = wants_debug_info(full) ? weft_cache_keep_source(&full->source) : NULL;
    if (whole->source_file)
        full->source_file = whole->source_file;
    whole->has_key = full->kind != WEFT_REQUEST_TARGET && whole->identity &&
                     weft_cache_key(full, &whole->identity, sizeof(whole->identity), &whole->key);
}

static void
finish_whole(struct whole *whole)
{
    free(whole->source_file);
    free(whole->directory);
}

bool
weft_compiler_key(const struct weft_request *request, struct weft_cache_key *key)
{
    struct whole whole;

    fill(&whole, request);
    finish_whole(&whole);
    *key = whole.key;
    return whole.has_key;
}

cl_int
weft_compiler_build(const struct weft_request *request, struct weft_build_result *result)
{
    struct whole whole;
    uint64_t answered_by = 0;
    bool cached;
    cl_int err = CL_SUCCESS;

    fill(&whole, request);
    cached = whole.has_key && !request->remarks;
    if (cached && weft_cache_lookup(&whole.key, &whole.request, result)) {
        spare_server();
    } else {
        err = ask_compiler(&whole.request, result, &answered_by);
        // A server that was started before an upgrade is not what lies there now.
        if (err == CL_SUCCESS && result->status == CL_SUCCESS && cached && answered_by == whole.identity)
            weft_cache_store(&whole.key, result);
    }
    finish_whole(&whole);
    return err;
}
