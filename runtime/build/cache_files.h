// SPDX-License-Identifier: Apache-2.0
// Files in the cache's directory: where it is, and how files come into it.
#ifndef WEFT_BUILD_CACHE_FILES_H
#define WEFT_BUILD_CACHE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler/protocol.h"

// Opens the cache's directory, made if need be; -1 when there is none, the cache is off, or others could put programs
// into it (weft_directory_open_own). Thread-safe.
int weft_cache_open(void);

// Whether the cache's directory is there and has files: what a program builds is then likely to be among them, as it
// mostly has run before. Thread-safe.
bool weft_cache_is_filled(void);

// Writes the parts one after the other into a file that is there at once as a whole, in place of any other of that name
// in the directory. Returns the file's descriptor, or -1 with errno set. Thread-safe.
int weft_cache_write(int directory, const char *name, const struct weft_blob *parts, size_t count);

// Notes the use of an open file, for eviction.
void weft_cache_touch(int fd);

// Sees to it that the source of a program built with -g lies in a file, for debuggers: in the cache's directory, else
// in one of the user's for temporary files. Its path, owned by the caller; NULL when neither can be. Thread-safe.
char *weft_cache_keep_source(const struct weft_blob *source);

#endif
