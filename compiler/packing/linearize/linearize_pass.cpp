// SPDX-License-Identifier: Apache-2.0
// Pass linearize: linearize() for weft-opt.
#include "compiler/packing/linearize/linearize_pass.h"

#include "compiler/analysis/uniformity.h"
#include "compiler/packing/linearize/linearize.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

static void
showMasks(Function &F, const BlockMasks &Masks)
{
    Type *Void = Type::getVoidTy(F.getContext());
    Type *Bit = Type::getInt1Ty(F.getContext());
    FunctionCallee Show = F.getParent()->getOrInsertFunction("__weft_mask", Void, Bit);

    for (BasicBlock &BB : F)
        if (Value *BlockMask = Masks.lookup(&BB)) {
            auto *Defined = dyn_cast<Instruction>(BlockMask);
            bool Here = Defined && Defined->getParent() == &BB && !isa<PHINode>(Defined);
            CallInst::Create(Show, BlockMask, "", Here ? std::next(Defined->getIterator()) : BB.getFirstInsertionPt());
        }
}

PreservedAnalyses
LinearizePass::run(Function &F, FunctionAnalysisManager &AM)
{
    SmallVector<StringRef, 8> Names;
    SmallVector<const Value *, 8> Divergent;
    Value *Mask = nullptr;

    if (!F.hasFnAttribute("weft.pack") || !prepareForPacking(F))
        return PreservedAnalyses::all();
    AM.invalidate(F, PreservedAnalyses::none());
    SplitString(F.getFnAttribute("weft.pack").getValueAsString(), Names, ",");
    for (StringRef Name : Names) {
        bool IsMask = Name.consume_front("mask:");
        for (Argument &Arg : F.args()) {
            if (Arg.getName() != Name)
                continue;
            Divergent.push_back(&Arg);
            if (IsMask)
                Mask = &Arg;
        }
    }
    BlockMasks Masks = *linearize(F, Mask, Uniformity(F, Divergent), AM.getResult<TargetIRAnalysis>(F));
    showMasks(F, Masks);
    return PreservedAnalyses::none();
}

} // namespace weft
