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

bool
weft_compiler_find(char *path, size_t size)
{
    static const char *const places[] = {".", "../libexec/weft", "../../libexec/weft", "../compiler", "../bin"};
    const char *given = secure_getenv("WEFT_COMPILER");
    char library[PATH_MAX], *slash;
    static char anchor;
    Dl_info info;

    if (given && *given)
        return (size_t)snprintf(path, size, "%s", given) < size && access(path, X_OK) == 0;
    if (!dladdr(&anchor, &info) || !info.dli_fname || !realpath(info.dli_fname, library))
        return false;
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

size_t
weft_compiler_identity(char *text, size_t size)
{
    char compiler[PATH_MAX], library[PATH_MAX];
    struct stat c, l = {0};

    if (!weft_compiler_find(compiler, sizeof(compiler)) || stat(compiler, &c) != 0)
        return 0;
    if (!weft_path_kernel_library(compiler, library, sizeof(library)) || stat(library, &l) != 0)
        *library = '\0';
    return (size_t)snprintf(text, size, "%s %lld %lld.%09ld %s %lld %lld.%09ld", compiler, (long long)c.st_size,
                            (long long)c.st_mtim.tv_sec, c.st_mtim.tv_nsec, library, (long long)l.st_size,
                            (long long)l.st_mtim.tv_sec, l.st_mtim.tv_nsec);
}
