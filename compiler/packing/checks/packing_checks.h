// SPDX-License-Identifier: Apache-2.0
// What of packing is checked in a module's functions.
#ifndef WEFT_PACKING_CHECKS_PACKING_CHECKS_H
#define WEFT_PACKING_CHECKS_PACKING_CHECKS_H

#include <cstdint>

namespace llvm {
class Module;
} // namespace llvm

namespace weft {

// A set of enum weft_check (compiler/checks.h); none until it is set.
void setPackingChecks(llvm::Module &M, uint32_t Checks);
uint32_t packingChecks(const llvm::Module &M);

} // namespace weft

#endif
