// SPDX-License-Identifier: Apache-2.0
// What kernels may call.
#include "runtime/exec/barrier_check.h"
#include "runtime/exec/complaint.h"
#include "runtime/exec/printf.h"
#include "runtime/program/private.h"

static struct weft_services services = {
    .abi_version = WEFT_KERNEL_ABI_VERSION,
    .printf = weft_printf,
    .check_barrier = weft_check_barrier,
    .complain = weft_complain,
};

const struct weft_services *
weft_services(void)
{
    return &services;
}

void
weft_services_add(void (*add)(struct weft_services *services))
{
    add(&services);
}
