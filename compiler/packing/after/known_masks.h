// SPDX-License-Identifier: Apache-2.0
// Pass known-masks: masked accesses of which it is known that the first lanes are on are accesses of those.
//
// Loops over the packs of a group whose size is known are unrolled, and a step of a tree of sums for 4 of its
// work-items has the mask 1111 0000 then. LLVM takes a value from the store before it for loads alone, and a CPU waits
// for the store where it reads more bytes than that has written.
//
// Guarantees: no masked load or store has a constant mask that is on in the first lanes, a power of two of them, and
//   off in the others.
#ifndef WEFT_PACKING_AFTER_KNOWN_MASKS_H
#define WEFT_PACKING_AFTER_KNOWN_MASKS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class KnownMasksPass : public llvm::PassInfoMixin<KnownMasksPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
