// SPDX-License-Identifier: Apache-2.0
// Gathers and scatters that prove to be one access when they run.
#ifndef WEFT_PACKING_AFTER_CONSECUTIVE_GATHERS_H
#define WEFT_PACKING_AFTER_CONSECUTIVE_GATHERS_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Indexes made with masks, exclusive or, clamping or remainders (i ^ j, clamp(x + 1, 0, width - 1), i & (p - 1)) cannot
// be shown to be consecutive, but in most packs they are. A wide access costs a twentieth of a gather.
// Requires: packed code; no pass that simplifies control flow needs to run afterwards.
// Guarantees: before a gather or scatter at one scalar base whose indexes may step by one element a lane, forwards or
//   backwards and whatever is added for all lanes, the lanes that are on are compared with that; where they do, a wide
//   access under the same mask takes its place, or one without if the CPU has none for it, where all lanes are on.
//   Lanes that are off are accessed in neither. Likewise one load of an element takes the place of a gather whose
//   indexes may be one for all: quotients, and choices one of whose sides is so. Accesses at indexes that are loaded,
//   or multiples of something, are unchanged.
class ConsecutiveGathersPass : public llvm::PassInfoMixin<ConsecutiveGathersPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
