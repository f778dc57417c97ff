// SPDX-License-Identifier: Apache-2.0
// Sets that are written as names with commas between them.
#ifndef WEFT_NAMES_H
#define WEFT_NAMES_H

#include <stdbool.h>
#include <stdint.h>

// Bit i of *set: names[i] is in the text; at most 64 names. False, and *set has those that are known, when there is
// another name.
bool weft_names_parse(const char *text, const char *const *names, unsigned count, uint64_t *set);

#endif
