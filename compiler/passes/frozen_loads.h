// SPDX-License-Identifier: Apache-2.0
// Pass frozen-loads: vectors that are loaded are not what shuffles are made of, where LLVM gets that wrong.
//
// Where several things are made of one vector that is loaded by shuffles, LLVM 22 may load an element of it once more
// for one of them, on x86 also behind a store that changes it: for a scalar that is taken out of a choice of such
// shuffles, and another shuffle of that (`vload2` before a `vstore2` to the same place, of which one lane is stored).
//
// Where LLVM 22 selects instructions for AVX2 without optimizing, and shuffles of one vector that is loaded are in part
// one element again and again, it loads that element once more, and the order of the two loads may come to depend on
// itself: the code generator then follows it for ever. `convert_double8(p[0].yyyzxxzz)` of a long3 is enough.
//
// Requires: runs last: it takes loads out of the instructions that could include them.
// Guarantees: all that uses a simple load of a vector uses a freeze of it; where LLVM optimizes (IsOptimized), if
//   there is a shuffle among that, several things are made of it, and something in the block may write there later.
#ifndef WEFT_PASSES_FROZEN_LOADS_H
#define WEFT_PASSES_FROZEN_LOADS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class FrozenLoadsPass : public llvm::PassInfoMixin<FrozenLoadsPass> {
public:
    explicit FrozenLoadsPass(bool TheOptimized = false) : IsOptimized(TheOptimized) {}
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }

private:
    const bool IsOptimized;
};

// The same where LLVM optimizes.
class FrozenPartsPass : public FrozenLoadsPass {
public:
    FrozenPartsPass() : FrozenLoadsPass(/*IsOptimized=*/true) {}
};

} // namespace weft

#endif
