// SPDX-License-Identifier: Apache-2.0
// Pass plain-clamps: what is subtracted down to zero is clamped, and less.
//
// Of `x < r ? 0 : x - r`, where a window around x begins, LLVM makes a saturating subtraction. As max(x, r) - r it is
// one of the clampings that packs which are not at an edge have no need of (packing/linearize/clamped_ids.h).
//
// Requires: runs after the last InstCombine before packing, which would make it what it was.
// Guarantees: no saturating subtraction of unsigned numbers of 32 or 64 bits is left; of narrower ones CPUs have
//   instructions for vectors.
#ifndef WEFT_PASSES_PLAIN_CLAMPS_H
#define WEFT_PASSES_PLAIN_CLAMPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class PlainClampsPass : public llvm::PassInfoMixin<PlainClampsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
