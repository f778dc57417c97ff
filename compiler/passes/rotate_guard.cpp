// SPDX-License-Identifier: Apache-2.0
// Pass rotate-guard: rotations by nothing that LLVM 22's code generator gets wrong.
#include "compiler/passes/rotate_guard.h"

#include "compiler/analysis/mask_cost.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

static bool
isRotation(const Instruction &I)
{
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    const unsigned Bits = I.getType()->getScalarSizeInBits();

    return Call && (Call->getIntrinsicID() == Intrinsic::fshl || Call->getIntrinsicID() == Intrinsic::fshr) &&
           I.getType()->isVectorTy() && (Bits == 32 || Bits == 64) && Call->getArgOperand(0) == Call->getArgOperand(1);
}

static bool
guard(IntrinsicInst &Rotation)
{
    Value *Rotated = Rotation.getArgOperand(0), *By = Rotation.getArgOperand(2);
    const unsigned Bits = Rotation.getType()->getScalarSizeInBits();
    IRBuilder<> B(&Rotation);

    if (computeKnownBits(By, Rotation.getDataLayout()).One.extractBits(Log2_32(Bits), 0).getBoolValue())
        return false;
    Value *IsNone = B.CreateIsNull(B.CreateAnd(By, Bits - 1));
    B.SetInsertPoint(Rotation.getNextNode());
    Value *Guarded = B.CreateSelect(IsNone, Rotated, &Rotation, "rotated");
    Rotation.replaceUsesWithIf(Guarded, [&](const Use &U) { return U.getUser() != Guarded; });
    return true;
}

PreservedAnalyses
RotateGuardPass::run(Function &F, FunctionAnalysisManager &AM)
{
    SmallVector<IntrinsicInst *, 8> Rotations;
    bool Changed = false;

    if (!F.getParent()->getTargetTriple().isX86() ||
        hasMaskRegisters(F.getContext(), AM.getResult<TargetIRAnalysis>(F)))
        return PreservedAnalyses::all();
    for (Instruction &I : instructions(F))
        if (isRotation(I))
            Rotations.push_back(cast<IntrinsicInst>(&I));
    for (IntrinsicInst *Rotation : Rotations)
        Changed |= guard(*Rotation);
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
