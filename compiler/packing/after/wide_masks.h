// SPDX-License-Identifier: Apache-2.0
// Masks as wide as what they choose from.
#ifndef WEFT_PACKING_AFTER_WIDE_MASKS_H
#define WEFT_PACKING_AFTER_WIDE_MASKS_H

#include "llvm/IR/PassManager.h"

namespace weft {

// A CPU without mask registers compares vectors of 32 bits to a vector of 32 bits, and selects by such a one.
// Instruction selection sees one block at a time: what comes into it as <32 x i1> it has as 32 bytes, made narrow where
// it was computed and wide again at each use.
//
// Requires: no pass that combines instructions runs afterwards; it would undo this.
// Guarantees: on such a CPU masks that live across blocks or are asked about, and the logic that they are part of, are
//   vectors of integers, 0 or -1, of the width that most of their uses have; and questions whether one of their lanes
//   is on join registers.
class WideMasksPass : public llvm::PassInfoMixin<WideMasksPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
