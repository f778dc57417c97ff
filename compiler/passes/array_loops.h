// SPDX-License-Identifier: Apache-2.0
// Pass array-loops: loops over private arrays are unrolled, where that makes values of these.
//
// LLVM unrolls small loops. One that is larger, because it calls sin() say, or has others inside, keeps a whole array
// in memory if it counts through it. What is read and written there is masked where not all lanes take part, and where
// there are barriers it is each work-item's own, one after the other, so that the lanes of a pack have their elements
// apart.
//
// Requires: loops are rotated, and small ones are unrolled. Where any is marked, a pass that unrolls loops completely
//   and one that makes values of arrays are to follow.
// Guarantees: a loop is marked as to be unrolled where its counter is in an index of a private array, all indexes of
//   which are constants but for the counters of such loops, if what all of them become is not too much code.
#ifndef WEFT_PASSES_ARRAY_LOOPS_H
#define WEFT_PASSES_ARRAY_LOOPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class ArrayLoopsPass : public llvm::PassInfoMixin<ArrayLoopsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    // The same; whether any loop is marked.
    static bool mark(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
