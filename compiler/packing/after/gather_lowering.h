// SPDX-License-Identifier: Apache-2.0
// Makes of gathers and scatters what the CPU has for them.
#ifndef WEFT_PACKING_AFTER_GATHER_LOWERING_H
#define WEFT_PACKING_AFTER_GATHER_LOWERING_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Requires: no pass that merges equal instructions of different blocks runs afterwards.
// Guarantees: gathers and scatters of types or masks that the CPU has none for are accesses of one lane after the
//   other, without branches: lanes that are off access a place in the stack frame; where all are on, at one scalar
//   base, indexes are taken out of vectors rather than addresses. Of the others, those at one scalar base with a vector
//   of indexes have the address computation, and the extension of the indexes, in their own block, where instruction
//   selection looks for them: they become one instruction with indexes of 32 bits where these are extended from 32.
class GatherLoweringPass : public llvm::PassInfoMixin<GatherLoweringPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
