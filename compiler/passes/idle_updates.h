// SPDX-License-Identifier: Apache-2.0
// Pass idle-updates: an atomic minimum or maximum that changes nothing writes nothing.
//
// CPUs that lack the operation, as x86, load the place, compute, and exchange what they found for that, until nobody
// came in between; also where it is the same. An exchange takes the cache's line away from all others, who find the
// next one gone: for extrema, of which all but a few updates change nothing, that is nearly all of the time.
//
// A relaxed operation that leaves the place as it is orders nothing, and cannot be told from a load, unless a fence
// that releases comes before it: what it writes, if only the same value, is then what a reader synchronizes with, and a
// load could pass the fence's stores. Nothing is done where the module has such a fence.
//
// Requires: runs last, as the others know the operations; for a CPU that lacks them.
// Guarantees: of relaxed atomic extrema of integers the loop ends without an exchange where there is nothing to change.
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
