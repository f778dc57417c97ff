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
find_library(void)
{
    Dl_info info;

    if (!dladdr(library, &info) || !info.dli_fname || !realpath(info.dli_fname, library))
        library[0] = '\0';
}

char *
weft_compiler_find(void)
{
    static const char *const places[] = {".", "../libexec/weft", "../../libexec/weft", "../compiler", "../bin"};
    const char *given = secure_getenv("WEFT_COMPILER"), *slash = strrchr(library, '/');

    if (given && *given)
        return weft_path_allows(given, X_OK) ? strdup(given) : NULL;
    for (size_t i = 0; slash && i < sizeof(places) / sizeof(*places); i++) {
        char *path;

        if (asprintf(&path, "%.*s/%s/weft-compiler", (int)(slash - library), library, places[i]) < 0)
            return NULL;
        if (weft_path_allows(path, X_OK))
            return path;
        free(path);
    }
    return NULL;
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

// Of the compiler, and of the kernel library that it finds.
static void
write_identities(struct weft_writer *out, const char *compiler)
{
    struct paths {
        char library[PATH_MAX], index[PATH_MAX];
    } *paths = malloc(sizeof(*paths));

    write_file_identity(out, compiler);
    if (!paths) {
        out->failed = true;
        return;
    }
    if (weft_path_kernel_library(compiler, paths->library, sizeof(paths->library))) {
        write_file_identity(out, paths->library);
        // Written with each of the library's parts.
        if (weft_path_beside_library(paths->library, ".index", paths->index, sizeof(paths->index)))
            write_file_identity(out, paths->index);
    }
    free(paths);
}

uint64_t
weft_compiler_identity(void)
{
    char *compiler = weft_compiler_find();
    struct weft_writer all = {0};
    uint64_t identity = 0;

    if (!compiler)
        return 0;
    write_identities(&all, compiler);
    weft_writer_string(&all, secure_getenv("WEFT_LLVM_OPTIONS"));
    if (!all.failed)
        identity = weft_hash64(all.data, all.size, 0);
    weft_writer_finish(&all);
    free(compiler);
    return identity;
}
