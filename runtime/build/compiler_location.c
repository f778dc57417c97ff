// SPDX-License-Identifier: Apache-2.0
// Looks for weft-compiler beside libweft.so.
#define _GNU_SOURCE 1
#include "runtime/build/compiler_location.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/paths.h"
#include "compiler/program_binary.h"
#include "compiler/wire.h"

static char library[PATH_MAX]; // of this library; empty if the system does not tell

// When it is loaded: a relative path is soon another one.
__attribute__((constructor)) static void
note_library(void)
{
    Dl_info info;

    if (!dladdr(library, &info) || !info.dli_fname || !realpath(info.dli_fname, library))
        library[0] = '\0';
}

bool
weft_compiler_find(char *path, size_t size)
{
    static const char *const places[] = {".", "../libexec/weft", "../../libexec/weft", "../compiler", "../bin"};
    const char *given = secure_getenv("WEFT_COMPILER");
    const char *slash;

    if (given && *given)
        return (size_t)snprintf(path, size, "%s", given) < size && access(path, X_OK) == 0;
    slash = strrchr(library, '/');
    if (!slash)
        return false;
    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        int written = snprintf(path, size, "%.*s/%s/weft-compiler", (int)(slash - library), library, places[i]);

        if (written > 0 && (size_t)written < size && access(path, X_OK) == 0)
            return true;
    }
    return false;
}

static void
write_file_identity(struct weft_writer *out, const char *path)
{
    struct stat s;

    if (stat(path, &s) != 0)
        return;
    weft_writer_string(out, path);
    weft_writer_u64(out, (uint64_t)s.st_size);
    weft_writer_u64(out, (uint64_t)s.st_mtim.tv_sec);
    weft_writer_u64(out, (uint64_t)s.st_mtim.tv_nsec);
}

uint64_t
weft_compiler_identity(void)
{
    char compiler[PATH_MAX], kernel_library[PATH_MAX], conversions[PATH_MAX];
    struct weft_writer all = {0};
    uint64_t identity = 0;

    if (!weft_compiler_find(compiler, sizeof(compiler)))
        return 0;
    write_file_identity(&all, compiler);
    if (weft_path_kernel_library(compiler, kernel_library, sizeof(kernel_library))) {
        write_file_identity(&all, kernel_library);
        if (weft_path_conversions(kernel_library, conversions, sizeof(conversions)))
            write_file_identity(&all, conversions);
    }
    weft_writer_string(&all, secure_getenv("WEFT_LLVM_OPTIONS"));
    if (!all.failed)
        identity = weft_hash64(all.data, all.size, 0);
    weft_writer_finish(&all);
    return identity;
}
