// SPDX-License-Identifier: Apache-2.0
// One build in its own process: reads the request, answers it, exits.
#define _GNU_SOURCE 1
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "compiler/build.h"
#include "compiler/server/server.h"

#define LARGEST_REQUEST (UINT64_C(1) << 31) // bytes
#define VERSION_NICENESS 10                 // a tenth of a busy processor

// Reads exactly `size` bytes; false at EOF and on errors.
static bool
receive(int stream, void *data, size_t size)
{
    char *p = data;

    while (size) {
        ssize_t n = recv(stream, p, size, 0);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

static void
transmit(int stream, const void *data, size_t size)
{
    const char *p = data;

    while (size) {
        ssize_t n = send(stream, p, size, MSG_NOSIGNAL);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return; // the client is gone
        p += n;
        size -= (size_t)n;
    }
}

// The encoded request, owned; *size its bytes.
static unsigned char *
receive_request(int stream, size_t *size)
{
    uint64_t length;
    unsigned char *data;

    if (!receive(stream, &length, sizeof(length)) || length > LARGEST_REQUEST)
        _exit(WEFT_EXIT_NO_REQUEST);
    data = malloc(length ? (size_t)length : 1);
    if (!data)
        weft_limits_out_of_memory();
    if (!receive(stream, data, (size_t)length))
        _exit(WEFT_EXIT_NO_REQUEST);
    *size = (size_t)length;
    return data;
}

static bool
contains(const struct weft_blob *source, const char *marker)
{
    return source->size && memmem(source->data, source->size, marker, strlen(marker)) != NULL;
}

// For tests of the limits: with WEFT_TEST_COMPILER set, a source that names one of these misbehaves.
static void
misbehave(const struct weft_blob *source)
{
    const char *enabled = getenv("WEFT_TEST_COMPILER");

    if (!enabled || !*enabled)
        return;
    if (contains(source, "__weft_test_crash__"))
        raise(SIGSEGV);
    while (contains(source, "__weft_test_sleep__"))
        pause();
    for (volatile unsigned i = 0; contains(source, "__weft_test_loop__");)
        i = i + 1;
    while (contains(source, "__weft_test_eat__")) {
        size_t size = (size_t)16 << 20;
        char *food = malloc(size);

        if (!food)
            weft_limits_out_of_memory();
        for (size_t i = 0; i < size; i += 4096)
            *(volatile char *)(food + i) = 1;
    }
}

static void
answer(int stream, const struct weft_response *response)
{
    struct weft_writer out = {0};

    weft_response_encode(response, &out);
    if (out.failed)
        weft_limits_out_of_memory();
    else {
        uint64_t size = out.size;

        transmit(stream, &size, sizeof(size));
        transmit(stream, out.data, out.size);
    }
}

// A version is built while its kernel, or what the application launches after it, runs on all processors, and is not to
// slow that down much. Sessions that Linux schedules as groups (autogroup) have a niceness of their own, and only that
// counts against other sessions. Launches that would be several times as fast do not wait: on busy processors it takes
// four times as long.
static void
yield_to_kernels(void)
{
    FILE *group;

    (void)setpriority(PRIO_PROCESS, 0, VERSION_NICENESS);
    if (setsid() < 0)
        return;
    group = fopen("/proc/self/autogroup", "w");
    if (!group)
        return; // a kernel without
    fprintf(group, "%d", VERSION_NICENESS);
    fclose(group);
}

void
weft_child_run(int stream, pid_t server, const struct weft_limits *limits)
{
    struct weft_reader in = {0};
    struct weft_request request;
    struct weft_response response = {0};
    struct weft_log log = {0};
    unsigned char *binary = NULL;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server)
        _exit(WEFT_EXIT_NO_REQUEST); // it ended before the line above
    weft_limits_apply(limits);
    weft_memory_handler_install();
    in.data = receive_request(stream, &in.size);
    if (!weft_request_decode(&in, &request))
        _exit(WEFT_EXIT_NO_REQUEST);
    misbehave(&request.source);
    if (request.specialization && !request.urgent)
        yield_to_kernels();
    // For relative -I directories. Where it is gone, they are simply not found.
    if (*request.directory && chdir(request.directory) != 0)
        weft_log_printf(&log, "warning: the directory %s is not accessible\n", request.directory);
    response.status = weft_build_run(&request, &log, &binary, &response.binary.size);
    response.binary.data = binary;
    response.log = (struct weft_blob){log.text, log.size};
    answer(stream, &response);
    _exit(WEFT_EXIT_ANSWERED); // the process's memory goes with it
}
