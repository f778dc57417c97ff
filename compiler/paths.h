// SPDX-License-Identifier: Apache-2.0
// Where the kernel library lies, relative to the weft-compiler executable.
#ifndef WEFT_PATHS_H
#define WEFT_PATHS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether the file may be opened or run: `mode` is R_OK or X_OK. With the rights that doing it takes; in a set-uid
// process access() asks for other ones.
bool weft_path_allows(const char *path, int mode);

// Writes the path of kernel-lib.bc into `path`: WEFT_KERNEL_LIB if set, else the first that exists of
// lib/weft/, ../lib/weft/, ../../lib/weft/ and ./ beside the directory of `compiler` (the executable's
// absolute path), which covers the build tree and libexec/weft/ of an installation. False when there is none.
bool weft_path_kernel_library(const char *compiler, char *path, size_t size);

// A file that belongs to the library at `library`, which has another end: "-math.bc", ".index". False when the path is
// too long.
bool weft_path_beside_library(const char *library, const char *end, char *path, size_t size);

#ifdef __cplusplus
}
#endif
#endif
