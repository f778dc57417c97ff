// SPDX-License-Identifier: Apache-2.0
// Finds the kernel library.
#define _GNU_SOURCE 1
#include "compiler/paths.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
weft_path_allows(const char *path, int mode)
{
    return faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0;
}

bool
weft_path_kernel_library(const char *compiler, char *path, size_t size)
{
    static const char *const places[] = {"lib/weft", "../lib/weft", "../../lib/weft", "."};
    const char *given = secure_getenv("WEFT_KERNEL_LIB");
    const char *slash = strrchr(compiler, '/');
    int length = slash ? (int)(slash - compiler) : 0;

    if (given && *given)
        return (size_t)snprintf(path, size, "%s", given) < size && weft_path_allows(path, R_OK);
    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        int written = snprintf(path, size, "%.*s/%s/kernel-lib.bc", length, compiler, places[i]);

        if (written > 0 && (size_t)written < size && weft_path_allows(path, R_OK))
            return true;
    }
    return false;
}

bool
weft_path_beside_library(const char *library, const char *end, char *path, size_t size)
{
    const char *slash = strrchr(library, '/');
    const char *dot = strrchr(slash ? slash : library, '.');
    int stem = (int)(dot ? (size_t)(dot - library) : strlen(library));

    return (size_t)snprintf(path, size, "%.*s%s", stem, library, end) < size;
}
