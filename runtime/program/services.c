// SPDX-License-Identifier: Apache-2.0
// What kernels may call.
#include "runtime/exec/barrier_check.h"
#include "runtime/exec/complaint.h"
#include "runtime/exec/printf.h"
#include "runtime/program/private.h"

const struct weft_services *
weft_services(void)
{
    static const struct weft_services services = {
        .abi_version = WEFT_KERNEL_ABI_VERSION,
        .printf = weft_printf,
        .check_barrier = weft_check_barrier,
        .complain = weft_complain,
    };

    return &services;
}
