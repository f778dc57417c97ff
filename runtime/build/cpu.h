// SPDX-License-Identifier: Apache-2.0
// The CPU that kernels are compiled for, where WEFT_CPU makes it another one than the machine's.
#ifndef WEFT_BUILD_CPU_H
#define WEFT_BUILD_CPU_H

#include "compiler/protocol.h"

// WEFT_CPU as it was when first asked for; "" when it is unset, empty or "native". Static; thread-safe.
const char *weft_cpu_name(void);

// What the compiler says of it; NULL for the machine's own CPU, and where the compiler knows no such CPU or the machine
// lacks some of it, which builds then say. Asks the compiler at the first call and blocks meanwhile. Static;
// thread-safe.
const struct weft_target_facts *weft_cpu_facts(void);

#endif
