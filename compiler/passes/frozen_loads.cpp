// SPDX-License-Identifier: Apache-2.0
// Pass frozen-loads: vectors that are loaded are not what shuffles are made of, where LLVM gets that wrong.
#include "compiler/passes/frozen_loads.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// Whether a part of the vector is one of several things that are made of it, whatever it is rearranged by.
static bool
hasParts(const LoadInst &Load)
{
    SmallVector<const Value *, 8> Rearranged{&Load};
    SmallPtrSet<const Value *, 8> Seen{&Load};
    unsigned Uses = 0; // by anything else, each as often as there are ways to it
    bool HasShuffle = false;

    while (!Rearranged.empty()) {
        for (const User *U : Rearranged.pop_back_val()->users()) {
            HasShuffle |= isa<ShuffleVectorInst, ExtractElementInst>(U);
            if (isa<ShuffleVectorInst, BitCastInst, SelectInst, FreezeInst>(U) && Seen.insert(U).second)
                Rearranged.push_back(U);
            else
                Uses++;
            if (HasShuffle && Uses > 1)
                return true;
        }
    }
    return false;
}

// Whether something behind the load, in its block, may change what it has loaded.
static bool
isWrittenLater(const LoadInst &Load, AAResults &Aliases)
{
    const MemoryLocation Place = MemoryLocation::get(&Load);

    for (const Instruction *I = Load.getNextNode(); I; I = I->getNextNode())
        if (I->mayWriteToMemory() && isModSet(Aliases.getModRefInfo(I, Place)))
            return true;
    return false;
}

static bool
isTakenApart(const LoadInst &Load, AAResults &Aliases)
{
    return hasParts(Load) && isWrittenLater(Load, Aliases);
}

PreservedAnalyses
FrozenLoadsPass::run(Function &F, FunctionAnalysisManager &FAM)
{
    AAResults *Aliases = IsOptimized ? &FAM.getResult<AAManager>(F) : nullptr;
    bool HasChanged = false;

    for (Instruction &I : make_early_inc_range(instructions(F))) {
        auto *Load = dyn_cast<LoadInst>(&I);
        if (!Load || !Load->isSimple() || !Load->getType()->isVectorTy() || (Aliases && !isTakenApart(*Load, *Aliases)))
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
