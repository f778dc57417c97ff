// SPDX-License-Identifier: Apache-2.0
// The name of the CPU that kernels are compiled for, where WEFT_CPU makes it another one than the machine's.
#ifndef WEFT_BUILD_CPU_H
#define WEFT_BUILD_CPU_H

// WEFT_CPU as it was when first asked for; "" when it is unset, empty or "native". Static; thread-safe.
const char *weft_cpu_name(void);

#endif
