// SPDX-License-Identifier: Apache-2.0
// Pass attempted-updates: what is tried by compare and exchange until nobody came in between is one atomic operation.
//
// Programs add floats so where devices are not known to do it: the loop loads a place, computes what is to stand there,
// and exchanges that if the place still has what was loaded. In packs its lanes would wait for each other where they
// have a place in common; of an operation the pack knows which lanes have one, and on local memory it needs no lock.
//
// Requires: runs where loops of one block are what they are going to be.
// Guarantees: loops of one block whose exchange leads out of them are gone if they have no other effects, and what is
//   to stand there is what stood there with a value added, subtracted, and the like, that is the same in all rounds.
//   The operation has the exchange's scope, and the stronger one of its orders; where a load has a stronger one the
//   loop stays.
#ifndef WEFT_PASSES_ATTEMPTED_UPDATES_H
#define WEFT_PASSES_ATTEMPTED_UPDATES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class AttemptedUpdatesPass : public llvm::PassInfoMixin<AttemptedUpdatesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
