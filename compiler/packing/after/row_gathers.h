// SPDX-License-Identifier: Apache-2.0
// Gathers of words that each lane has next to each other: a wide access for each lane.
#ifndef WEFT_PACKING_AFTER_ROW_GATHERS_H
#define WEFT_PACKING_AFTER_ROW_GATHERS_H

#include "llvm/IR/PassManager.h"

namespace weft {

// A vector or structure of each lane's own address is gathered or scattered by its words. One access of 16 bytes for
// each lane and shuffles that turn rows into columns take less than two or four accesses of words on x86 CPUs, also on
// those with scatters: they gather no faster than they load lanes, and each address leaves its vector once.
// Requires: packed code in which the words of a row are gathers or scatters of one block with the same mask; no pass
//   that combines instructions runs afterwards.
// Guarantees: gathers and scatters of 4 or 8 bytes, or of 1 or 2 in as many lanes as rows have of them, that make up 16
//   in a row are loads and stores of 16 bytes, one lane after the other; nothing is accessed that they do not access,
//   but a place in the stack frame for lanes that are off. Scatters are left alone where one lane's row may overlap
//   another one's, and gathers where lanes that are off get what is not constant.
class RowGathersPass : public llvm::PassInfoMixin<RowGathersPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
