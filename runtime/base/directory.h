// SPDX-License-Identifier: Apache-2.0
// Directories whose files may be run: nobody but the user and root can put any there.
#ifndef WEFT_BASE_DIRECTORY_H
#define WEFT_BASE_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>

// Opens a directory that belongs to the effective user and that nobody else can write to, nor change the way to it:
// every directory from the root on, links followed, belongs to the user or to root, and others cannot write to it, or
// remove what is not theirs from it (as in /tmp). Makes what is missing if `make`, with access for the owner only.
// Returns a descriptor, or -1 and in `reason` (NULL: not wanted) why. Thread-safe.
int weft_directory_open_own(const char *path, bool make, char *reason, size_t reason_size);

// Makes a new file in an open directory under a name that starts with `prefix`, and writes the name. Returns a
// descriptor, or -1 with errno set. Thread-safe.
int weft_directory_make_file(int directory, const char *prefix, char *name, size_t size);

#endif
