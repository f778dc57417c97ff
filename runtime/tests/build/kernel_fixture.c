// SPDX-License-Identifier: Apache-2.0
// A shared object with the symbols of a compiled program, for the loader's tests.
#include "compiler/kernel_abi.h"

#define EXPORT __attribute__((visibility("default")))

extern const struct weft_services *__weft_services;
EXPORT const struct weft_services *__weft_services;

void __weft_kernel_count(const struct weft_launch *, const struct weft_worker_memory *, uint64_t, uint64_t);
void __weft_kernel_ask(const struct weft_launch *, const struct weft_worker_memory *, uint64_t, uint64_t);

static int counter; // stands for a program-scope variable

EXPORT void
__weft_kernel_count(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first,
                    uint64_t end)
{
    (void)memory;
    counter += (int)(end - first);
    **(int *const *)launch->args = counter;
}

EXPORT void
__weft_kernel_ask(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first,
                  uint64_t end)
{
    (void)memory;
    (void)first;
    (void)end;
    **(int *const *)launch->args = (int)__weft_services->abi_version;
}
