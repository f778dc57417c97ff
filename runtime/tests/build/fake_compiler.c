// SPDX-License-Identifier: Apache-2.0
// Stands in for LLVM in a copy of the fork server, to test the conversation with it: the payload is the source.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include "compiler/build.h"
#include "compiler/limits.h"

void
weft_memory_handler_install(void)
{
}

// Makes the file that the variable names, if it is set.
static void
leave_mark(const char *variable)
{
    const char *path = getenv(variable);
    FILE *file = path ? fopen(path, "w") : NULL;

    if (file)
        fclose(file);
}

bool
weft_build_initialize(void)
{
    leave_mark("WEFT_FAKE_READY");
    if (getenv("WEFT_FAKE_BROKEN")) {
        fprintf(stderr, "the fake compiler is broken\n");
        return false;
    }
    if (getenv("WEFT_FAKE_SLOW"))
        usleep(200000);
    return true;
}

void
weft_build_warm_up(void)
{
    usleep(1000);
    leave_mark("WEFT_FAKE_WARM");
}

int32_t
weft_build_run(const struct weft_request *request, struct weft_log *log, unsigned char **binary, size_t *size)
{
    char directory[4096] = "";
    struct weft_writer deps = {0};
    struct weft_binary_view view = {
        .kind = WEFT_BINARY_EXECUTABLE, .payload = request->source.data, .payload_size = request->source.size};

    if (strstr(request->options, "-fail")) {
        weft_log_printf(log, "failed as asked\n");
        return CL_BUILD_PROGRAM_FAILURE;
    }
    if (strstr(request->options, "-abort")) {
        fprintf(stderr, "last words\n");
        abort();
    }
    weft_log_printf(log, "server %d build %d directory %s", (int)getppid(), (int)getpid(),
                    getcwd(directory, sizeof(directory)));
    weft_writer_u32(&deps, 0);
    view.deps = deps.data;
    view.deps_size = deps.size;
    if (!weft_binary_write(&view, request->target, binary, size))
        return CL_OUT_OF_HOST_MEMORY;
    return CL_SUCCESS;
}
