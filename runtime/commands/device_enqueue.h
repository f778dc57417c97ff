// SPDX-License-Identifier: Apache-2.0
// What kernels call to enqueue others: enqueue_kernel and its relatives.
#ifndef WEFT_COMMANDS_DEVICE_ENQUEUE_H
#define WEFT_COMMANDS_DEVICE_ENQUEUE_H

#include "compiler/kernel_abi.h"

// Sets the functions of weft_services.
void weft_device_enqueue_services(struct weft_services *services);

#endif
