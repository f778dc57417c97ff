// SPDX-License-Identifier: Apache-2.0
// Writing files without the application noticing.
#ifndef WEFT_BASE_FILE_H
#define WEFT_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

// Writes all of `size` bytes; false with errno set. A file larger than RLIMIT_FSIZE allows is an error like others:
// the SIGXFSZ that comes with it does not reach the application. Thread-safe.
bool weft_write_all(int fd, const void *data, size_t size);

#endif
