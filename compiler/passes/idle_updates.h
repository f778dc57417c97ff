// SPDX-License-Identifier: Apache-2.0
// Pass idle-updates: an atomic minimum or maximum, or what else leaves most places as they are, writes nothing there.
//
// CPUs that lack the operation, as x86, load the place, compute, and exchange what they found for that, until nobody came
// in between; also where it is the same. An exchange takes the cache's line away from all others, who find the next one
// gone: for extrema, of which all but a few updates change nothing, that is nearly all of the time.
//
// A relaxed operation that leaves the place as it is orders nothing, and nobody can tell it from a load. (What a reader
// would synchronize with is the last write that is a release, and stays so.)
//
// Requires: runs last, as the others know the operations; for a CPU that lacks them.
// Guarantees: of relaxed atomic operations that the CPU would do by such a loop, and which can leave a place as it is,
//   the loop ends without an exchange there.
#ifndef WEFT_PASSES_IDLE_UPDATES_H
#define WEFT_PASSES_IDLE_UPDATES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class IdleUpdatesPass : public llvm::PassInfoMixin<IdleUpdatesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
