// SPDX-License-Identifier: Apache-2.0
// Pass frozen-loads: vectors that are loaded are not what shuffles are made of, where nothing optimizes.
#include "compiler/passes/frozen_loads.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

PreservedAnalyses
FrozenLoadsPass::run(Function &F, FunctionAnalysisManager &)
{
    bool HasChanged = false;

    for (Instruction &I : make_early_inc_range(instructions(F))) {
        auto *Load = dyn_cast<LoadInst>(&I);
        if (!Load || !Load->isSimple() || !Load->getType()->isVectorTy())
            continue;
        IRBuilder<> B(Load->getParent(), std::next(Load->getIterator()));
        auto *Frozen = cast<Instruction>(B.CreateFreeze(Load));
        Load->replaceUsesWithIf(Frozen, [Frozen](const Use &U) { return U.getUser() != Frozen; });
        HasChanged = true;
    }
    if (!HasChanged)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
