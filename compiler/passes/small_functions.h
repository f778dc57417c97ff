// SPDX-License-Identifier: Apache-2.0
// Pass small-functions: functions that are small, or work on variables of their callers, are part of these.
//
// Large functions are packed by themselves, once for all calls. A variable whose address one of them gets is memory of
// each lane then; where the function is part of the caller, a structure that it works on is registers.
//
// Requires: what has barriers is in the kernels.
// Guarantees: calls whose cost in LLVM's units is up to SmallFunction are gone, and up to LendingFunction where a
//   variable is lent, until these bring MaxLent instructions into a caller, with what they have of others.
#ifndef WEFT_PASSES_SMALL_FUNCTIONS_H
#define WEFT_PASSES_SMALL_FUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class SmallFunctionsPass : public llvm::PassInfoMixin<SmallFunctionsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

} // namespace weft

#endif
