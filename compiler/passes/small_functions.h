// SPDX-License-Identifier: Apache-2.0
// Pass small-functions: functions that are small, only compute, or work on variables of their callers, are part of
// these.
//
// Large functions are packed by themselves, once for all calls. A variable whose address one of them gets is memory of
// each lane then; where the function is part of the caller, a structure that it works on is registers. What only
// computes, as pow, finds its constants in registers where it is part of a loop (eight in a loop: 0.8 of the time).
//
// Requires: what has barriers is in the kernels.
// Guarantees: calls whose cost in LLVM's units is up to SmallFunction are gone, up to ComputingFunction where the
//   function accesses no memory, and up to LendingFunction where a variable is lent, until these bring MaxBrought
//   instructions into a caller, with what they have of others; of the former
//   MaxComputingAtFirst in a program for each of its kernels, but in versions.
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
