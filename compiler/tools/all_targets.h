// SPDX-License-Identifier: Apache-2.0
// The code generators that offline tools have besides the host's.
#ifndef WEFT_ALL_TARGETS_H
#define WEFT_ALL_TARGETS_H

#ifdef __cplusplus
extern "C" {
#endif

// Registers the code generators that were built in (WEFT_CROSS_TARGETS of compiler/llvm_libraries.cmake).
void weft_initialize_all_targets(void);

#ifdef __cplusplus
}
#endif
#endif
