// SPDX-License-Identifier: Apache-2.0
// Which weft-compiler belongs to this libweft.so.
#ifndef WEFT_BUILD_COMPILER_LOCATION_H
#define WEFT_BUILD_COMPILER_LOCATION_H

#include <stdint.h>

// Absolute path of the weft-compiler executable, owned by the caller; NULL when there is none. Order: WEFT_COMPILER,
// the directory of libweft.so, and beside that ../libexec/weft/, ../../libexec/weft/, ../compiler/ and ../bin/.
char *weft_compiler_find(void);

// A number that changes with the compiler and the kernel library: with their paths, sizes and times, and with
// WEFT_LLVM_OPTIONS. 0 when there is no compiler.
uint64_t weft_compiler_identity(void);

#endif
