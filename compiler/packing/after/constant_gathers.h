// SPDX-License-Identifier: Apache-2.0
// Gathers and scatters at constant distances from one place: wide accesses and shuffles.
#ifndef WEFT_PACKING_AFTER_CONSTANT_GATHERS_H
#define WEFT_PACKING_AFTER_CONSTANT_GATHERS_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Where a pack is a whole group of a known size, indexes that are made of local ids alone are constants: rotations,
// exclusive ors, every other element. A shuffle of what one or two wide loads have takes a tenth of a gather.
// Requires: packed code in which constants are folded.
// Guarantees: a gather of all lanes at one scalar address and constant distances is loads of vector registers that lie
//   between its first and its last element, one or two for each register of the result, and shuffles of these; a
//   scatter of all lanes whose registers each go to consecutive elements, in any order, is a shuffle and a store for
//   each. Others are unchanged.
class ConstantGathersPass : public llvm::PassInfoMixin<ConstantGathersPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
