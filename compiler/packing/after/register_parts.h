// SPDX-License-Identifier: Apache-2.0
// Arithmetic whose order matters to the processor, one register after the other.
#ifndef WEFT_PACKING_AFTER_REGISTER_PARTS_H
#define WEFT_PACKING_AFTER_REGISTER_PARTS_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Code generation splits a vector that is wider than a register itself, and orders the parts of operations that depend
// on each other first to last, last to first, and so on: every second time an operation directly follows the one that
// it waits for. On halves a Sapphire Rapids then does 0.77 of the multiply-adds that it does in the other order. Sums
// of products of integers are the other way round: eight chains of them are 1.1 times as fast when each sum follows its
// product. For floats no order is better.
//
// Requires: runs last: LLVM's passes could put the parts together again.
// Guarantees: arithmetic on halves, products of integers that are only added to something, with the sums, and the phis
//   between them have operands of one register. The parts are in order, and each part of a product precedes its sum's.
class RegisterPartsPass : public llvm::PassInfoMixin<RegisterPartsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
