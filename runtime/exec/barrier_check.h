// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=barrier: what kernels ask when they have come to a barrier.
#ifndef WEFT_EXEC_BARRIER_CHECK_H
#define WEFT_EXEC_BARRIER_CHECK_H

#include "compiler/kernel_abi.h"

// weft_services.check_barrier. `launch` is that of a struct weft_ndrange, whose complaint is set by the first group
// that is wrong.
int32_t weft_check_barrier(const struct weft_launch *launch, const struct weft_barrier_places *places,
                           const uint64_t *group, uint64_t first, uint64_t count, const uint32_t *next);

#endif
