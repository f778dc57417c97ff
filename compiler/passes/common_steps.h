// SPDX-License-Identifier: Apache-2.0
// Pass common-steps: in loops around barriers, what steps by the same for all work-items is where it began, and a
// number that they have in common.
//
// Each work-item has such an address for itself while it is a value of the loop: it would be kept across the barrier,
// and neighbours that read it back would not be known to be neighbours.
//
// Requires: loops have preheaders and one latch, as loop-rotate leaves them. Nothing after it makes one value of both.
// Guarantees: in a kernel, no loop with a barrier has a phi of its header that is an integer or an address, begins with
//   a sum of ids that is cheap to compute again, and goes on by additions of what Uniformity says is the same for all
//   work-items. It is such a sum and a phi of what has been added, which begins at 0.
#ifndef WEFT_PASSES_COMMON_STEPS_H
#define WEFT_PASSES_COMMON_STEPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class CommonStepsPass : public llvm::PassInfoMixin<CommonStepsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
