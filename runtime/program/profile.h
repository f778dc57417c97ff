// SPDX-License-Identifier: Apache-2.0
// WEFT_PROFILE=1: what each kernel has taken, on stderr at the process's end.
#ifndef WEFT_PROGRAM_PROFILE_H
#define WEFT_PROGRAM_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/kernel_info.h"

bool weft_profile_is_on(void); // one load after the first call
// A program's kernels were built in so many nanoseconds, all together, or got from the cache.
void weft_profile_build(const struct weft_program_info *info, uint64_t ns);
// A launch of the kernel in this form has run its groups, of so many work-items, in so many nanoseconds.
void weft_profile_launch(const struct weft_kernel_info *info, uint64_t items, uint64_t ns);
// Writes the table, the kernels that took the longest first, and forgets it. Nothing where nothing was launched.
void weft_profile_print(void);

#endif
