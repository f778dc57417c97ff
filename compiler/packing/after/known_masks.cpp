// SPDX-License-Identifier: Apache-2.0
// Pass known-masks: masked accesses of which it is known that the first lanes are on are accesses of those.
#include "compiler/packing/after/known_masks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace PatternMatch;

namespace weft {

// How many first lanes are on, a power of two; 0: others are, or none, or it is not known.
static unsigned
firstLanesOn(const Value *Mask)
{
    const auto *Known = dyn_cast<Constant>(Mask);
    const auto *T = dyn_cast<FixedVectorType>(Mask->getType());
    unsigned Count = 0;

    if (!Known || !T)
        return 0;
    for (unsigned Lane = 0; Lane < T->getNumElements(); ++Lane) {
        const Constant *IsOn = Known->getAggregateElement(Lane);
        if (!isa_and_nonnull<ConstantInt>(IsOn) || (IsOn->isOneValue() && Count != Lane))
            return 0;
        Count += IsOn->isOneValue();
    }
    return isPowerOf2_32(Count) ? Count : 0;
}

// The first lanes of V, or V with as many behind it that may have any value.
static Value *
resized(IRBuilderBase &B, Value *V, unsigned Count)
{
    const unsigned Lanes = cast<FixedVectorType>(V->getType())->getNumElements();
    SmallVector<int, 16> Numbers;

    for (unsigned Lane = 0; Lane < Count; ++Lane)
        Numbers.push_back(Lane < Lanes ? static_cast<int>(Lane) : PoisonMaskElem);
    return B.CreateShuffleVector(V, Numbers);
}

static void
loadFirst(IntrinsicInst &Load, unsigned Count)
{
    IRBuilder<> B(&Load);
    auto *T = cast<FixedVectorType>(Load.getType());
    Value *Off = Load.getArgOperand(2), *Mask = Load.getArgOperand(1);

    LoadInst *First = B.CreateAlignedLoad(FixedVectorType::get(T->getElementType(), Count), Load.getArgOperand(0),
                                          Load.getParamAlign(0).valueOrOne());
    First->copyMetadata(Load);
    Value *Whole = resized(B, First, T->getNumElements());
    Load.replaceAllUsesWith(isa<PoisonValue>(Off) ? Whole : B.CreateSelect(Mask, Whole, Off));
    Load.eraseFromParent();
}

static void
storeFirst(IntrinsicInst &Store, unsigned Count)
{
    IRBuilder<> B(&Store);
    Value *First = resized(B, Store.getArgOperand(0), Count);

    B.CreateAlignedStore(First, Store.getArgOperand(1), Store.getParamAlign(1).valueOrOne())->copyMetadata(Store);
    Store.eraseFromParent();
}

PreservedAnalyses
KnownMasksPass::run(Function &F, FunctionAnalysisManager &)
{
    bool Changed = false;

    for (Instruction &I : make_early_inc_range(instructions(F))) {
        auto *Access = dyn_cast<IntrinsicInst>(&I);
        const bool IsLoad = match(&I, m_Intrinsic<Intrinsic::masked_load>());
        if (!IsLoad && !match(&I, m_Intrinsic<Intrinsic::masked_store>()))
            continue;
        const unsigned Count = firstLanesOn(Access->getArgOperand(IsLoad ? 1 : 2));
        if (!Count)
            continue;
        if (IsLoad)
            loadFirst(*Access, Count);
        else
            storeFirst(*Access, Count);
        Changed = true;
    }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
