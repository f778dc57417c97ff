// SPDX-License-Identifier: Apache-2.0
// The table of functions that kernels reach the runtime through.
#ifndef WEFT_PROGRAM_SERVICES_H
#define WEFT_PROGRAM_SERVICES_H

#include "compiler/kernel_abi.h"

// The same for all kernels, for as long as the library is loaded.
const struct weft_services *weft_services(void);

#endif
