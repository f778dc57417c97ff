// SPDX-License-Identifier: Apache-2.0
// Orders independent computations so that their vectors fit into the registers.
#ifndef WEFT_PACKING_AFTER_STRAND_ORDER_H
#define WEFT_PACKING_AFTER_STRAND_ORDER_H

#include "llvm/IR/PassManager.h"

namespace weft {

// A strand is what hangs together by uses between two writes to memory in a block: code with float16 values has 16 of
// them once it is packed, each component's, and the front end writes all of them step by step. Rows of memory that are
// transposed first, so that all components come from all loads, do not tie them together.
//
// Requires: nothing.
// Guarantees: where a stretch without writes has more vectors alive than the CPU has registers, its strands follow each
//   other in bundles that fit, and what strands of a loop carry to the next round waits in memory where it has no room;
//   inside a bundle, and where nothing is gained, the order is as before. No instruction passes another one that it
//   uses, or one that has effects. What is kept across the next barrier is stored as soon as it is there.
class StrandOrderPass : public llvm::PassInfoMixin<StrandOrderPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
