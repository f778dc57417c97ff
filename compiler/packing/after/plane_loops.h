// SPDX-License-Identifier: Apache-2.0
// Pass plane-loops: short loops from plane to plane of memory are unrolled.
//
// `for (z = 0; z < depth; z++) sum += in[z * plane + i]` reads in each round from another plane, and for the next pack
// a little farther in all of them. Processors foresee what an instruction loads by where it has loaded before: the one
// instruction that walks over all planes tells them nothing, and every line is waited for. With rounds side by side
// each has few planes of its own.
//
// Requires: packed code; runs when accesses are what they will be.
// Guarantees: innermost loops of one short block that only load and compute, at least a vector from a place that is
//   pages away from the one of the round before, as far as the code says, and 512 bytes of such at most, have four
//   rounds in one, and the rest in a loop as before, where their number is known when they begin; sixteen of a function
//   at most. Not where the source says how a loop is unrolled.
#ifndef WEFT_PACKING_AFTER_PLANE_LOOPS_H
#define WEFT_PACKING_AFTER_PLANE_LOOPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class PlaneLoopsPass : public llvm::PassInfoMixin<PlaneLoopsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
