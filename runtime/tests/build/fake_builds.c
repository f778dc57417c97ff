// SPDX-License-Identifier: Apache-2.0
// Builds by a fork server with a fake compiler inside.
#include "runtime/tests/build/fake_builds.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler/program_binary.h"

struct weft_request
request_of(const char *source, const char *options)
{
    return (struct weft_request){
        .kind = WEFT_REQUEST_BUILD, .options = options, .source = {.data = source, .size = strlen(source)}};
}

cl_int
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

pid_t
server_pid(void)
{
    char *log = NULL;
    int pid = 0;

    if (build("any", "", &log) == CL_SUCCESS && sscanf(log, "server %d", &pid) != 1)
        pid = 0;
    free(log);
    return pid;
}

bool
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

bool
ends_within_a_second(pid_t pid)
{
    for (int i = 0; i < 100 && running(pid); i++)
        usleep(10000);
    return !running(pid);
}

bool
in_child(bool (*body)(void))
{
    pid_t pid = fork();
    int status = 0;

    if (pid == 0)
        _exit(body() ? 0 : 1);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int
prepare_fake_compiler(void **state)
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

int
end_fake_compiler(void **state)
{
    (void)state;
    weft_compiler_shutdown();
    return 0;
}

int
without_cache(void **state)
{
    (void)state;
    setenv("WEFT_CACHE", "0", 1);
    setenv("WEFT_TEST_COMPILER", "1", 1);
    return 0;
}
