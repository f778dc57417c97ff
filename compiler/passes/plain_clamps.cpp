// SPDX-License-Identifier: Apache-2.0
// Pass plain-clamps: what is subtracted down to zero is clamped, and less.
#include "compiler/passes/plain_clamps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

PreservedAnalyses
PlainClampsPass::run(Function &F, FunctionAnalysisManager &)
{
    bool Changed = false;

    for (Instruction &I : make_early_inc_range(instructions(F))) {
        auto *Saturating = dyn_cast<SaturatingInst>(&I);
        if (!Saturating || Saturating->getIntrinsicID() != Intrinsic::usub_sat ||
            !(I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64)))
            continue;
        IRBuilder<> B(&I);
        Value *Less = Saturating->getRHS();
        if (!isGuaranteedNotToBeUndef(Less)) // it is used twice
            Less = B.CreateFreeze(Less);
        Value *Clamped = B.CreateBinaryIntrinsic(Intrinsic::umax, Saturating->getLHS(), Less);
        I.replaceAllUsesWith(B.CreateNUWSub(Clamped, Less, I.getName()));
        I.eraseFromParent();
        Changed = true;
    }
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
