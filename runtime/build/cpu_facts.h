// SPDX-License-Identifier: Apache-2.0
// What the compiler knows of the CPU that WEFT_CPU names.
#ifndef WEFT_BUILD_CPU_FACTS_H
#define WEFT_BUILD_CPU_FACTS_H

#include "compiler/protocol.h"

// What the compiler says of weft_cpu_name(); NULL for the machine's own CPU, and where the compiler knows no such CPU
// or the machine lacks some of it, which builds then say. Asks the compiler at the first call and blocks meanwhile.
// Static; thread-safe.
const struct weft_target_facts *weft_cpu_facts(void);

#endif
