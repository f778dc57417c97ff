// SPDX-License-Identifier: Apache-2.0
// Pass frozen-loads: vectors that are loaded are not what shuffles are made of, where nothing optimizes.
//
// Where LLVM 22 selects instructions for AVX2 without optimizing, and shuffles of one vector that is loaded are in part
// one element again and again, it loads that element once more, and the order of the two loads may come to depend on
// itself: the code generator then follows it for ever. `convert_double8(p[0].yyyzxxzz)` of a long3 is enough.
//
// Requires: runs last, and only without optimization: it takes loads out of the instructions that could include them.
// Guarantees: all that uses a simple load of a vector uses a freeze of it.
#ifndef WEFT_PASSES_FROZEN_LOADS_H
#define WEFT_PASSES_FROZEN_LOADS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class FrozenLoadsPass : public llvm::PassInfoMixin<FrozenLoadsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
