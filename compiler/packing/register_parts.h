// SPDX-License-Identifier: Apache-2.0
// Arithmetic on halves, one register after the other.
#ifndef WEFT_PACKING_REGISTER_PARTS_H
#define WEFT_PACKING_REGISTER_PARTS_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Code generation splits a vector that is wider than a register itself, and orders the parts of operations that depend on
// each other first to last, last to first, and so on: every second time an operation directly follows the one that it
// waits for. For floats that is no harm; on halves a Sapphire Rapids then does 0.77 of the multiply-adds that it does in
// the other order.
//
// Requires: runs last: LLVM's passes could put the parts together again.
// Guarantees: additions, subtractions, multiplications, divisions, negations and fused multiply-adds of halves, and the phis
//   between them, have operands of one register, in the order of their parts.
class RegisterPartsPass : public llvm::PassInfoMixin<RegisterPartsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
