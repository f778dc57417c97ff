// SPDX-License-Identifier: Apache-2.0
// Which weft-compiler belongs to this libweft.so.
#ifndef WEFT_COMPILER_LOCATION_H
#define WEFT_COMPILER_LOCATION_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define WEFT_COMPILER_IDENTITY_SIZE (2 * PATH_MAX + 128)

// Absolute path of the weft-compiler executable into `path`; false when there is none. Order: WEFT_COMPILER, the
// directory of libweft.so, and beside that ../libexec/weft/, ../../libexec/weft/, ../compiler/ and ../bin/.
bool weft_compiler_find(char *path, size_t size);

// Bytes that change with the compiler and the kernel library: their paths, sizes and times. `size` is at least
// WEFT_COMPILER_IDENTITY_SIZE. Returns how many; 0 when there is no compiler.
size_t weft_compiler_identity(char *text, size_t size);

#endif
