// SPDX-License-Identifier: Apache-2.0
// Which optimizations a module is built without.
#ifndef WEFT_ANALYSIS_SWITCHED_H
#define WEFT_ANALYSIS_SWITCHED_H

#include "compiler/switches.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft {

// A set of enum weft_switch; empty until it is set.
void setWithout(llvm::Module &M, uint64_t Without);
bool isOn(const llvm::Module &M, weft_switch Switch);
bool isOn(const llvm::Function &F, weft_switch Switch);

} // namespace weft

#endif
