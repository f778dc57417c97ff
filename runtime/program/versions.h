// SPDX-License-Identifier: Apache-2.0
// Versions of a kernel for launches that are alike: with their local size and small integer arguments known at compile
// time. They are built in the background once a kernel is hot; until then, and for all other launches, the kernel's own
// code runs.
#ifndef WEFT_PROGRAM_VERSIONS_H
#define WEFT_PROGRAM_VERSIONS_H

#include "runtime/exec/ndrange.h"
#include "runtime/program/kernel.h"

// Sets range->entry and returns the info of the code that is to run the launch; both are valid as long as the kernel's
// executable. `args` is the launch's argument block; the launch's sizes are set. Counts the launch, and begins a build
// when there have been many like it. Thread-safe. No lock may be held.
const struct weft_kernel_info *weft_versions_choose(cl_kernel kernel, const unsigned char *args,
                                                    struct weft_ndrange *range);

#endif
