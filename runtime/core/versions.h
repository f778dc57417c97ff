// SPDX-License-Identifier: Apache-2.0
// Versions of a kernel for launches that are alike: with their local size and small integer arguments known at compile
// time. They are built in the background once a kernel is hot; until then, and for all other launches, the kernel's own
// code runs.
#ifndef WEFT_CORE_VERSIONS_H
#define WEFT_CORE_VERSIONS_H

#include "runtime/core/kernel.h"
#include "runtime/exec/ndrange.h"

struct weft_versions; // of the kernels of one executable

// For `count` kernels; NULL if memory is exhausted.
struct weft_versions *weft_versions_create(uint32_t count);
void weft_versions_destroy(struct weft_versions *versions); // NULL is fine

// Sets range->entry and returns the info of the code that is to run the launch; both are valid as long as the kernel's
// executable. `args` is the launch's argument block; the launch's sizes are set. Counts the launch, and begins a build
// when there have been many like it. Thread-safe. No lock may be held.
const struct weft_kernel_info *weft_versions_choose(cl_kernel kernel, const unsigned char *args,
                                                    struct weft_ndrange *range);

#endif
